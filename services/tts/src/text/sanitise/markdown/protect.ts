const FIRST = 0xe000;
const ASCII_MARK = /[!-/:-@[-`{-~]/gu;
const EMPHASIS_MARK = /[*_~`]/gu;
const PROTECTED_MARK = /[\ue000-\ue07f]/gu;

/**
 * Hides ASCII punctuation from the steps that follow, until {@link unprotect}: the marks of code spans, addresses, escapes
 * and character references are text. They are mapped to private-use characters, which {@link removeSymbols} has removed.
 */
export function protect(text: string): string {
  return text.replace(ASCII_MARK, (mark) => String.fromCharCode(FIRST + mark.charCodeAt(0)));
}

export function unprotect(text: string): string {
  return text.replace(PROTECTED_MARK, (mark) => String.fromCharCode(mark.charCodeAt(0) - FIRST));
}

/** The same for the marks of emphasis alone: what is left of an address is read by the steps that follow. */
export function protectEmphasis(text: string): string {
  return text.replace(EMPHASIS_MARK, (mark) => String.fromCharCode(FIRST + mark.charCodeAt(0)));
}
