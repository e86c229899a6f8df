import type { Language } from '../languages.js';
import { plainBlocks } from './markdown/blocks.js';
import { blockBreak } from './markdown/emphasis.js';
import { withoutStrayMarks } from './markdown/stray-marks.js';
import { collapseRepeats } from './repeats.js';
import { removeStageDirections } from './stage-directions.js';
import { removeSymbols } from './symbols.js';
import { type JoinedBlocks, joinBlocks, tidy } from './whitespace.js';

/**
 * Takes out of a text what is not to be spoken, in this order: emojis and symbols, markdown, repeated characters, stage
 * directions, white space. What carries meaning stays. Linear in the length of the text.
 *
 * @returns one line of single spaces, and where its paragraphs, headings, list items and table rows end
 */
export function sanitise(input: string, language: Language): JoinedBlocks {
  const marked = removeSymbols(input);
  const plain = plainBlocks(marked).filter(isSpeakable).join(blockBreak);
  const spoken = removeStageDirections(collapseRepeats(plain, language));
  return joinBlocks(spoken.split(blockBreak).map(withoutStrayMarks).map(tidy).filter(isSpeakable));
}

/** Whether a text has anything in it that can be said. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}\p{Sc}©®™%‰°]/u.test(text);
}
