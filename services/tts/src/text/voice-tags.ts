/** What one voice speaks. */
export interface VoiceSection {
  /** The name in the tag before it; absent: the voice of the request. */
  readonly voice?: string;
  readonly text: string;
}

/** `[voice: Ryan]`, and `[voice]` for the voice of the request. */
const TAG = /[[［]\s{0,3}voice\s{0,3}(?:[:：]([^[\]［］\n]{0,200}))?[\]］]/giu;
/** How far before a tag its line is looked at. */
const REACH = 300;
/** HTML tags and pauses, which are no words before a tag. Removed first: as alternatives to marks they would backtrack. */
const UNSPOKEN = /<[^<>]*>|\[pause[^[\]]*\]/giu;
/** What may stand before a tag at the start of a line: marks, and the number of an item. */
const LINE_START = /^[^\p{L}\p{N}]*(?:\d{1,9}[.)]\s*)?$/u;
const SENTENCE_END = /[.!?…。！？][\p{Pe}\p{Pf}"'*_~`\s]*$/u;

/**
 * Divides a text at its voice tags. A tag counts at the start of a line or sentence; elsewhere it is removed. Linear in the
 * length of the text.
 *
 * @returns at least one section; all but the first begin with a tag
 */
export function voiceSections(input: string): VoiceSection[] {
  const sections: { voice?: string; text: string }[] = [{ text: '' }];
  let end = 0;
  let counted = true;
  for (const { 0: tag, 1: name = '', index } of input.matchAll(TAG)) {
    const section = sections.at(-1) as { text: string };
    const before = input.slice(Math.max(end, index - REACH), index);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const said = line.replace(UNSPOKEN, '');
    // A tag that follows another directly stands where that one stands.
    const isLine = line.length < before.length || index - end < REACH;
    const follows = line.length === before.length && end > 0;
    counted = (isLine && LINE_START.test(said) && (!follows || counted)) || SENTENCE_END.test(said);
    section.text += input.slice(end, index) + (counted ? '' : ' ');
    end = index + tag.length;
    if (counted) sections.push({ ...(name.trim() !== '' && { voice: name.trim() }), text: '' });
  }
  const last = sections.at(-1) as { text: string };
  last.text += input.slice(end);
  return sections;
}

/** The names in the voice tags of a text, each once. */
export const voiceNames = (input: string): string[] => [
  ...new Set(voiceSections(input).flatMap(({ voice }) => voice ?? [])),
];
