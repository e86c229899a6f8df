/** The words of the stage directions of one language. */
export interface Vocabulary {
  /** Who acts, and the adjectives before a sound: `he`, `audience`, `nervous`. */
  readonly subjects: ReadonlySet<string>;
  /** Acts, inflected as only a direction is: `laughs`, `laughing`. */
  readonly acts: ReadonlySet<string>;
  /** Acts that are also ordinary nouns or verbs, and need a subject or an adverb beside them: `waves`, `pants`. */
  readonly moves: ReadonlySet<string>;
  /** Bare forms and nouns: `laugh`, `applause`. */
  readonly sounds: ReadonlySet<string>;
  /** Noises that are noted in square brackets: `music`. */
  readonly ambient: ReadonlySet<string>;
  /** How, with what part of the body, and to whom: `softly`, `with tears in her eyes`. */
  readonly manners: ReadonlySet<string>;
  readonly adverb: RegExp;
  /** How it is said, as a whole direction before what is said: `softly`, `angry`. */
  readonly tones: ReadonlySet<string>;
  /** Directions without an act: `in a low voice`. */
  readonly phrases: RegExp;
}

/** Lists of words, separated by white space. */
export type WordLists = Readonly<Record<Exclude<keyof Vocabulary, 'adverb' | 'phrases'>, string>> &
  Pick<Vocabulary, 'adverb' | 'phrases'>;

export function vocabulary(lists: WordLists): Vocabulary {
  const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));
  return {
    subjects: set(lists.subjects),
    acts: set(lists.acts),
    moves: set(lists.moves),
    sounds: set(lists.sounds),
    ambient: set(lists.ambient),
    manners: set(lists.manners),
    tones: set(lists.tones),
    adverb: lists.adverb,
    phrases: lists.phrases,
  };
}
