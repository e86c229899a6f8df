import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { removeStageDirections } from './directions/stage-directions.js';
import { plainBlocks } from './markdown/blocks.js';
import { unprotect } from './markdown/protect.js';
import { withoutStrayMarks } from './markdown/stray-marks.js';
import { withoutTimeStamps } from './pasted/chat-logs.js';
import { withoutModelCitations, withoutNoteNumbers } from './pasted/citations.js';
import { withoutFrontMatter } from './pasted/front-matter.js';
import { withoutDocumentCommands } from './pasted/latex-documents.js';
import { outsideFences } from './pasted/outside-fences.js';
import { withoutReadings } from './pasted/ruby.js';
import { withoutCaptionTimes } from './pasted/subtitles.js';
import { withoutThinking } from './pasted/thinking.js';
import { splitAtPauses } from './pause-tags.js';
import { collapseRepeats } from './repeats.js';
import { removeSymbols } from './symbols.js';
import { type JoinedBlocks, joinBlocks, tidy } from './whitespace.js';

/**
 * Removes what is not spoken, in this order: emojis and symbols, Markdown, repeated characters, stage directions, white
 * space. What carries meaning stays. Linear in the length of the text.
 *
 * @see docs/text.md
 *
 * @param input with its pause tags as marks
 * @returns one line of single spaces, where its paragraphs, headings, list items and table rows end, and its pauses
 */
export function sanitise(input: string, language: LanguageCode): JoinedBlocks {
  const blocks = plainBlocks(withoutWrappings(removeSymbols(withoutModelCitations(input)), language), language).map(
    ({ text, isCode, isProse, end }) => {
      const spoken = isCode ? text : removeStageDirections(collapseRepeats(text), { language, isProse });
      const { text: plain, pauses } = splitAtPauses(unprotect(withoutStrayMarks(spoken)), tidy);
      return { text: plain, pauses, end };
    },
  );
  return joinBlocks(blocks, isSpeakable);
}

/** What surrounds the text in the formats that people paste. */
function withoutWrappings(text: string, language: LanguageCode): string {
  return outsideFences(withoutThinking(withoutFrontMatter(text)), (part) =>
    withoutDocumentCommands(
      withoutReadings(withoutNoteNumbers(withoutTimeStamps(withoutCaptionTimes(part))), language),
    ),
  );
}

/** Whether a text has a speakable character. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}\p{Sc}©®™%‰°]/u.test(text);
}
