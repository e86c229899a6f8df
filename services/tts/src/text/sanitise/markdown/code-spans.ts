import { protect } from './protect.js';

const RUN = /`+/gu;
const ESCAPE = /(?<!\\)(?:\\\\)*\\$/u;

/** Replaces the code spans of a text by their protected content. Runs of backticks without a partner stay. */
export function withProtectedCode(text: string): string {
  if (!text.includes('`')) return text;
  const runs = [...text.matchAll(RUN)];
  /** Offsets of the runs of each length, last first. */
  const offsets = new Map<number, number[]>();
  for (const { 0: run, index } of runs.toReversed()) {
    const sameLength = offsets.get(run.length) ?? [];
    sameLength.push(index);
    offsets.set(run.length, sameLength);
  }
  const parts: string[] = [];
  let position = 0;
  for (const { 0: run, index } of runs) {
    const sameLength = offsets.get(run.length) ?? [];
    while ((sameLength.at(-1) ?? Number.POSITIVE_INFINITY) <= index) sameLength.pop();
    const end = sameLength.at(-1);
    const isEscaped = ESCAPE.test(text.slice(Math.max(0, index - 10), index));
    if (index < position || end === undefined || isEscaped) continue;
    const content = text.slice(index + run.length, end).replaceAll('\n', ' ');
    parts.push(text.slice(position, index), protect(content.replace(/^ (?=.*\S)(.*) $/u, '$1')));
    position = end + run.length;
  }
  return parts.join('') + text.slice(position);
}
