import { digitsInWords } from '../numbers.js';
import type { Context, Rule } from '../rule.js';

const EMAIL = String.raw`[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}`;
const WEB_ADDRESS = String.raw`(?:https?:\/\/|www\.)[A-Za-z0-9][\w.~%:/?#&=+,;@!-]{0,500}[\w/]`;
const DOMAIN = String.raw`[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.(?:com|org|net|io|dev|app|edu|gov|info|de|fr|es|it|pt|br|ru|cn|jp|kr|uk|eu|ch|at)(?:\/[\w./-]{0,200}\w)?(?![\w])`;

/** E-mail addresses and web addresses: host and path; what follows `?` or `#` is for machines. */
export const ADDRESSES: Rule = {
  pattern: new RegExp(`(?<![\\w@.])(?:${EMAIL}|${WEB_ADDRESS}|${DOMAIN})`, 'gu'),
  verbalize: ({ text }, context) =>
    addressInWords(
      text
        .replace(/^https?:\/\//u, '')
        .replace(/^www\./u, '')
        .replace(/[?#].*$/u, ''),
      context,
    ),
};

function addressInWords(address: string, { verbalizer }: Context): string {
  const { signs } = verbalizer;
  const names: Readonly<Record<string, string>> = {
    '@': signs['@'],
    '.': signs['.'],
    '/': signs.slash,
    '-': signs.dash,
    _: signs._,
    '+': signs['+'],
    ':': '',
  };
  const pieces = address.replace(/\/$/u, '').match(/[A-Za-z]+|\d+|[@./+:_-]/gu) ?? [];
  const words = pieces.map((piece) => {
    if (!/^\d/u.test(piece)) return names[piece] ?? piece;
    return piece.length > 4 || piece.startsWith('0')
      ? digitsInWords(piece, verbalizer)
      : verbalizer.cardinal(BigInt(piece));
  });
  return words.filter(Boolean).join(' ');
}
