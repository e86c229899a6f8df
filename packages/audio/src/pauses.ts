/** The boundary between two pieces of speech. */
export type Pause = 'paragraph' | 'sentence' | 'clause' | 'word' | 'none';

/** In seconds at speed 1. */
const PAUSES: Readonly<Record<Pause, number>> = { paragraph: 0.32, sentence: 0.25, clause: 0.17, word: 0.06, none: 0 };

/**
 * The pause between two pieces of speech.
 *
 * @param pause the boundary between them
 * @param speed speaking rate relative to the voice's own; pauses shrink with it
 * @returns seconds: 0.32 after a paragraph, 0.25 after a sentence, 0.17 after a clause, 0.06 between two words
 */
export function pauseSeconds(pause: Pause, speed = 1): number {
  return PAUSES[pause] / speed;
}
