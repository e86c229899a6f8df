import type { Gender } from '../verbalizer.js';

/** Ordinals before this one that share its article: `der 1., 2. und`. */
const EARLIER = /(?:\d{1,3}\.(?:\d{1,2}\.)?,? ?(?:und|oder|sowie|bis|\/|[–-])? ?)+$/u;
const WEAK =
  /(?:^|[^\p{L}])(?:am|im|zum|zur|vom|beim|ins?|ans|dem|den|des|seit|ab|bis|nach|vor|mit|von|einem|einer|eines|einen|keinen|jeden|jedem|diesem|diesen|dieser|[msd]einen|[msd]einem|[msd]einer|ihren|ihrem|ihrer|unserem|unseren|aller|alle|beiden)\s$/iu;
const NOMINATIVE = /(?:^|[^\p{L}])(?:der|die|das|jeder|jedes|jede|dieses|diese)\s$/iu;
const STRONG: Readonly<Record<Gender, 'e' | 'er' | 'es'>> = { f: 'e', m: 'er', n: 'es' };

/** The ending that an ordinal has behind an article or a preposition, or behind none: `am dritten`, `der dritte`, `dritter`. */
export function germanEnding(before: string, gender: Gender = 'm'): 'e' | 'en' | 'er' | 'es' {
  const article = before.replace(EARLIER, '');
  if (WEAK.test(article)) return 'en';
  return NOMINATIVE.test(article) ? 'e' : STRONG[gender];
}
