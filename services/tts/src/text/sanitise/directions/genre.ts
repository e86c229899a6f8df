import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Block } from '../tree/block-reader.js';
import { areActs, isAct } from './act-words.js';

const REMARK = '[([（【]([^()[\\]（）【】\\n]{1,60})[)\\]）】]';
/** A name in capitals, or where a script has none. */
const SURE_NAME = "\\p{Lu}[\\p{Lu}\\p{M} .'’-]{1,29}|【?[\\p{Lo}ー・]{1,8}】?";
export const NAME = "(?:\\p{Lu}[\\p{L}\\p{M}'’-]{1,19} ?){1,3}";
/** Also with a remark behind it. */
const SENTENCE = new RegExp(`[.!?…。！？]["”»」』）]*(?:\\s*${REMARK})?\\s*$`, 'u');
const NAME_LINE = new RegExp(`^\\s*(${SURE_NAME})\\s*$`, 'u');
const REMARK_LINE = new RegExp(`^\\s*${REMARK}\\s*$`, 'u');
/** `ANN: No!`, `ANN. No!`, `太郎「いや」`. */
const SPEECH = /^\s*(\p{Lu}[\p{Lu}\p{M} .'’-]{1,29}(?=\s?[:：]|\.\s+\p{Lu})|【?[\p{Lo}ー・]{1,8}】?(?=[「『]))/u;
/** Not only names are written so, `Type: a number.`, unless there is one on both sides of a remark. */
const LABEL = new RegExp(`^\\s*(${NAME}|[\\p{Lo}ー・]{1,8})(?:\\s?${REMARK})?\\s?[:：]`, 'u');
/** `ANN (angrily): No!`, `GASTON (s'inclinant). — Oui.`, `【村長】（咳き込む）「うむ」`. */
const REMARKED = new RegExp(
  `^\\s*(${SURE_NAME}|${NAME})(?:\\s?${REMARK}\\s?(?:[:：.—–「『“]|(?<=[】）])(?=\\p{Lo}))|[:：]\\s?${REMARK})`,
  'u',
);
/** Where the scenes of a script begin: `INT. BAKERY - DAWN`, `ACT TWO`, `第一幕`. */
const SCENE =
  /^\s*(?:(?:INT|EXT)[./]|(?:A[KC]TE?|ACTO|AT[T]?O|SC[EÈ]NE|SZENE|ESCENA|SCENA|CENA|ДЕЙСТВИЕ|АКТ|СЦЕНА|ЯВЛЕНИЕ)\s\S{1,12}\s*$|第\S{1,3}[幕場场]|[内外]景|S#|씬)/u;
/** A speech that ends with a remark, and a remark that begins with a participle. */
const DOES_THEN = /[.!?…]\s*[([]\p{Ll}[^\d()[\]]{1,60}[)\]]\s*$/u;
export const DOING = /^\p{Ll}+(?:ing|nd|ant|ndo|ая|яя)(?!\p{L})/u;
/** Brackets between two sentences. */
const ALONE = /(?:^|\n|[.!?…。！？]["'”’»」』]*)\s*[([（【]([^()[\]（）【】\n]{1,30})[)\]）】]/gu;

/** In a script at least this share of the lines is surely spoken by somebody. */
const LEAST_SHARE = 0.2;

/** What a text is: a script of speeches, or a story in which asides tell what somebody does. */
export type Genre = 'script' | 'role-play' | undefined;

/**
 * Detects a script by a scene heading, a speaker with two speeches, or an act among labelled speeches; role-play by an aside that
 * is an act, `(laughs)`. Linear in the length.
 */
export function genreOf(blocks: readonly Block[], language: LanguageCode): Genre {
  const cells = blocks.flatMap(({ kind, cells }) => (kind === 'paragraph' ? cells : []));
  const lines = blocks
    .flatMap(({ cells }) => cells.flatMap(({ text }) => text.split('\n')))
    .filter((line) => line.trim() !== '');
  const isAction = (remark = '') =>
    DOING.test(remark) ||
    remark
      .toLowerCase()
      .split(/[\s,]+/u)
      .some((word) => isAct(word, language)) ||
    areActs(remark, language);
  const turns = lines.flatMap((line, index) => {
    const remark = REMARK_LINE.exec(lines[index + 1] ?? '')?.[1];
    const head = remark && SENTENCE.test(lines[index + 2] ?? '') ? NAME_LINE.exec(line) : null;
    if (head)
      return { name: head[1]?.trim() ?? '', lines: 3, does: isAction(remark), isSure: DOING.test(remark ?? '') };
    if (!SENTENCE.test(line) && !/[」』]\s*$/u.test(line)) return [];
    const remarked = REMARKED.exec(line);
    const [, name, said = remarked?.[3] ?? ''] = remarked ?? [];
    if (name) return { name: name.trim(), lines: 1, does: isAction(said), isSure: areActs(said, language) };
    const speech = SPEECH.exec(line);
    // `NOTE. Close the lid.` alone is no speech yet.
    const does = !/^\s*\p{Lu}+\.\s/u.test(line);
    return speech ? { name: speech[1]?.trim() ?? '', lines: 1, does, isSure: DOES_THEN.test(line) } : [];
  });
  const heard = new Map<string, number>();
  for (const name of turns.map((turn) => turn.name)) heard.set(name, (heard.get(name) ?? 0) + 1);
  for (const line of lines.filter((line) => !REMARKED.test(line) && !SPEECH.test(line))) {
    const name = LABEL.exec(line)?.[1]?.trim() ?? '';
    if (heard.has(name)) heard.set(name, (heard.get(name) ?? 0) + 1);
  }
  // A manual has its warnings, too.
  const isMostly = LEAST_SHARE * lines.length <= turns.reduce((sum, turn) => sum + turn.lines, 0);
  const isScript =
    (isMostly && turns.some(({ isSure }) => isSure)) ||
    (isMostly &&
      turns.length > 1 &&
      ([...heard.values()].some((times) => times > 1) || turns.some(({ does }) => does))) ||
    (turns.length > 0 && lines.some((line) => SCENE.test(line))) ||
    lines.some(
      (line, index) =>
        REMARK_LINE.test(line) &&
        [lines[index - 1], lines[index + 1]].every((beside = '') => LABEL.test(beside) && SENTENCE.test(beside)),
    );
  if (isScript) return 'script';
  const hasAct = cells.some(
    ({ text, marks }) =>
      marks.some(({ kind, start, end }) => kind === 'aside' && areActs(text.slice(start, end), language)) ||
      [...text.matchAll(ALONE)].some(({ 1: remark = '' }) => areActs(remark, language)),
  );
  return hasAct ? 'role-play' : undefined;
}
