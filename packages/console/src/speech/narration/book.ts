import { MAX_PART_CHARACTERS, MAX_TITLE_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';

/** A part of a narration. */
export interface Chapter {
  /** '' without one. */
  readonly title: string;
  readonly text: string;
}

export interface Book {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*?)[ \t#]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** As the service counts them: Unicode code points. */
export const charactersOf = (text: string): number => [...text].length;

/** What a Markdown file says about itself, before its text. */
const METADATA = /^---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/**
 * The chapters of a plain text: Markdown begins one with each heading, down to the first level that has several. A text
 * without headings is one chapter.
 */
export function chaptersOf(text: string): Chapter[] {
  let isCode = false;
  const lines = text
    .replace(METADATA, '')
    .split(/\r\n?|\n/)
    .map((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      const [, marks = '', title = ''] = (isCode ? null : HEADING.exec(line)) ?? [];
      return { line, level: marks.length, title };
    });
  const levels = lines.map(({ level }) => level);
  const counted = [1, 2, 3, 4, 5, 6].find((level) => levels.filter((one) => one === level).length > 1) ?? 6;
  const chapters: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  for (const { line, level, title } of lines) {
    if (level > 0 && level <= counted) chapters.push({ title, lines: [] });
    chapters.at(-1)?.lines.push(line);
  }
  return spoken(chapters.map(({ title, lines: own }) => ({ title, text: own.join('\n').trim() })));
}

/** Chapters that can be sent: those with words, and of a length that the service takes. */
export const spoken = (chapters: readonly Chapter[]): Chapter[] =>
  chapters
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .flatMap(({ title, text }) => {
      const texts = [...cut(text)];
      const name = [...title.trim()].slice(0, MAX_TITLE_CHARACTERS - 10).join('');
      return texts.map((part, index) => ({
        title: texts.length > 1 && name !== '' ? `${name} (${index + 1})` : name,
        text: part,
      }));
    });

/** Cuts a text that is too long for a part, at the last paragraph, line or word that fits. */
function* cut(text: string): Generator<string> {
  let rest = text;
  while (rest.length > MAX_PART_CHARACTERS) {
    const head = rest.slice(0, MAX_PART_CHARACTERS);
    const at = ['\n\n', '\n', ' '].map((end) => head.lastIndexOf(end)).find((index) => index > 0) ?? head.length;
    yield rest.slice(0, at).toWellFormed();
    rest = rest.slice(at).trimStart();
  }
  yield rest;
}
