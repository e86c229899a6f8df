import { plainBlocks } from './markdown.js';
import { collapseRepeats } from './repeats.js';
import { removeStageDirections } from './stage-directions.js';
import { removeSymbols } from './symbols.js';
import { joinBlocks, tidy } from './whitespace.js';

/** A text that can be spoken as it is. */
export interface SanitisedText {
  /** One line, single spaces. */
  readonly text: string;
  /** Offsets at which a paragraph, heading, list item or table row ends, ascending; the last is the text's length. */
  readonly paragraphEnds: readonly number[];
}

/**
 * Takes out of a text what is not to be spoken, in this order: emojis and symbols, markdown, repeated characters, stage
 * directions, white space. What carries meaning stays.
 */
export function sanitise(input: string): SanitisedText {
  const blocks = plainBlocks(removeSymbols(input))
    .map((block) => tidy(removeStageDirections(collapseRepeats(block))))
    .filter((block) => block !== '');
  return joinBlocks(blocks);
}
