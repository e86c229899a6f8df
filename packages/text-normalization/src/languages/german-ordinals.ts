import type { Gender } from '../verbalizer.js';

/** Nouns that follow an ordinal: `am 3. Oktober`, `im 19. Jahrhundert`. */
const COUNTED =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Jahrtausend|Jahrestag|Geburtstag|Klasse|Mal|Platz|Rang|Stock|Etage|Kapitel|Akt|Teil|Tag|Woche|Monat|Quartal|Halbzeit|Minute|Runde|Weltkrieg|Auflage|Band|Liga|Bundesliga|Semester|Person|Lebensjahr|Sinfonie|Symphonie|Internationale|Armee|Division|[FSVT]C(?!\p{L})|SV(?!\p{L})|FSV|TSV|Vorsitzende|Bürgermeister|Preis|Staffel|Folge|Versuch|Spieltag|Advent|Weihnachtstag|Weihnachtsfeiertag|Schritt|Sieger|Satz|Gang|Generation|Ausgabe|Obergeschoss|Untergeschoss|Gebot|Schuljahr|Reihe|Sinfonie)/u;

const ARTICLES =
  /(?:^|[\s(„"])(?:am|der|die|das|dem|den|des|im|zum|zur|vom|beim|ab|bis|seit|jede[rsnm]?|seine[rsnm]?|ihre[rsnm]?|unser[ersnm]*|und|oder|eine?[mnrs]?|[mds]eine?[mnrs]?|ihr|als|–|-)\s+$/iu;

const ARTICLE = /(?:^|[\s(„"])(?:am|der|die|das|dem|den|des|im|zum|zur|vom|beim|ihr|(?:s|m|d)?eine?[mnrs]?)\s+$/iu;

const SENTENCE_START =
  /^(?:Er|Sie|Es|Wir|Ich|Ihr|Du|Man|Das|Die|Der|Dann|Danach|Dort|Da|Hier|Aber|Und|Doch|Jetzt|Heute|Nun|Auch|Diese[rs]?|Ein|Eine|In|Im|Am|Als|Wenn|Weil)(?!\p{L})/u;

/** Whether the number that ends `before` (the text up to its full stop) is an ordinal of what `next` begins with. */
export function isGermanOrdinal(before: string, next: string): boolean {
  const number = /(?:^|[^\p{L}\p{N}.,])(\d{1,3}(?:\.\d{3})+|\d{1,4}|[IVX]{1,5})$/u.exec(before)?.[1];
  if (number === undefined) return false;
  // `seit 2024.` ends a sentence.
  if (/^\d{4}/u.test(number))
    return ARTICLE.test(before.slice(0, -number.length)) && /^\p{Lu}/u.test(next) && !SENTENCE_START.test(next);
  if (COUNTED.test(next)) return true;
  return !SENTENCE_START.test(next) && ARTICLES.test(before.slice(0, -number.length));
}

/** Ordinals before this one that share its article: `der 1., 2. und`. */
const EARLIER = /(?:\d{1,3}\.(?:\d{1,2}\.)?,? ?(?:und|oder|sowie|bis|\/|[–-])? ?)+$/u;
const WEAK =
  /(?:^|[^\p{L}])(?:am|im|zum|zur|vom|beim|ins?|ans|dem|den|des|seit|ab|bis|nach|vor|mit|von|einem|einer|eines|einen|keinen|jeden|jedem|diesem|diesen|dieser|[msd]einen|[msd]einem|[msd]einer|ihren|ihrem|ihrer|unserem|unseren|aller|alle|beiden|(?:in|an|auf|aus|bei|mit|nach|von|zu|seit|vor|unter|über|während|wegen|neben|hinter) der)\s$/iu;
const NOMINATIVE = /(?:^|[^\p{L}])(?:der|die|das|jeder|jedes|jede|dieses|diese)\s$/iu;
const STRONG: Readonly<Record<Gender, 'e' | 'er' | 'es'>> = { f: 'e', m: 'er', n: 'es' };

/** The ending that an ordinal has behind an article or a preposition, or behind none: `am dritten`, `der dritte`, `dritter`. */
export function germanEnding(before: string, gender: Gender = 'm'): 'e' | 'en' | 'er' | 'es' {
  const article = before.replace(EARLIER, '');
  if (WEAK.test(article)) return 'en';
  return NOMINATIVE.test(article) ? 'e' : STRONG[gender];
}
