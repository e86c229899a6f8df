import { declinedCardinal } from './russian-cases.js';

/** A number as the beginning of a compound: `пятидесятитысячный`, `стотысячный`. */
export function inCompound(word: string): string {
  return (
    { один: 'одно', девяносто: 'девяносто', сто: 'сто', тысяча: 'тысяче' }[word] ?? declinedCardinal(word, 'genitive')
  );
}

/**
 * What each written ending (`5-го`, `1-я`) makes of the nominative endings, for ordinary ordinals and for `третий`; `м+` is the
 * instrumental, `е+` the plural.
 */
const CASE_ENDINGS: ReadonlyMap<string, readonly [ordinary: string, soft: string]> = new Map(
  'го,его,ого>ого ьего;ему,му,ому>ому ьему;ой,ей>ой ьей;м,ом>ом ьем;я,ья,ая>ая ья;е,ье,ое>ое ье;ю,ую>ую ью;х,ых>ых ьих;м+>ым ьим;е+>ые ьи'
    .split(';')
    .flatMap((row) => {
      const [written = '', endings = ''] = row.split('>');
      const [ordinary = '', soft = ''] = endings.split(' ');
      return written.split(',').map((ending): [string, readonly [string, string]] => [ending, [ordinary, soft]]);
    }),
);

/** The ordinal with the ending that is written after its digits; an unknown ending leaves the nominative. */
export function declinedOrdinal(nominative: string, suffix: string): string {
  const ending = CASE_ENDINGS.get(suffix);
  if (!ending) return nominative;
  return nominative.endsWith('третий')
    ? nominative.slice(0, -2) + ending[1]
    : nominative.replace(/(?:ый|ой)$/u, ending[0]);
}

/** The ending of a neuter ordinal (`пятое число`) behind a preposition; the genitive behind none, which is the case of a date. */
const CASE_BY_PREPOSITION: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[^\p{L}])(?:ко?|по направлению к|благодаря|вопреки)\s$/iu, 'му'],
  [/(?:^|[^\p{L}])(?:перед|передо|между|над|под)\s$/iu, 'м+'],
  [/(?:^|[^\p{L}])(?:об?|при)\s$/iu, 'м'],
  [/(?:^|[^\p{L}])(?:на|по|за|через|про|в|сегодня|завтра|вчера|это|[—–-])\s$/iu, 'е'],
];

/** The case in which a day stands: `к пятому мая`, `по пятое мая`, `пятого мая`. */
export function dateEnding(before: string): string {
  return CASE_BY_PREPOSITION.find(([pattern]) => pattern.test(before))?.[1] ?? 'го';
}
