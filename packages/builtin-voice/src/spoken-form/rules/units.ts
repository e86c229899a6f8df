import type { Verbalizer } from '../verbalizer.js';

/** The pattern of a language's unit symbols, longest first, for use inside another; no groups of its own. */
export function unitPattern({ units }: Verbalizer): string {
  const symbols = [...units.keys()].sort((left, right) => right.length - left.length).map(escaped);
  return `(?:${symbols.join('|')})`;
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}-]/gu, String.raw`\$&`);
}
