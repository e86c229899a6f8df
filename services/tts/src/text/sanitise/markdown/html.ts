const ELEMENTS =
  'a|abbr|address|article|aside|audio|b|big|blockquote|body|br|button|caption|center|cite|code|col|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|p|picture|pre|q|rp|rt|ruby|s|samp|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|title|tr|tt|u|ul|var|video|wbr';

const TAG = new RegExp(
  `<!--[^<]{0,2000}?-->|<(script|style)\\b[^<>]{0,1000}>[^<]{0,5000}</\\1>|</?(?:${ELEMENTS})(?:\\s[^<>]{0,1000})?/?>`,
  'giu',
);

/** Removes the tags of known HTML elements; `x<y and z>w` is none. */
export function withoutTags(text: string): string {
  return text.includes('<') ? text.replace(TAG, ' ') : text;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};

/** Decodes the character references of ordinary text. */
export function withoutReferences(text: string): string {
  return text.replace(/&([a-z]{2,6});/gu, (whole, name: string) => NAMED[name] ?? whole);
}
