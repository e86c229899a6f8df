import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { languagesOfAbbreviation } from '../segment/abbreviations.js';
import { EVERYDAY } from './everyday-words.js';
import { FOREIGN_WORDS } from './foreign-words.js';

/** Frequent words of short texts, for those of the ten languages that have Latin script. */
const OWN = {
  en: `a the of and to in is you that it he was for on are with as i his they be at one have this from or had by not but what all
    were we when your can there an which their if do will how about up out them then she many some so these would other into
    has more her two him could no than my been who now did get may hello hi thanks thank please yes good morning world welcome
    sorry why here where me just like want know think really ok okay its it's don't i'm let's never again always today`,
  de: `der die das und in zu den ist von mit sich auf für nicht ein eine als auch es an werden aus er hat dass sie nach wird bei
    einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde ich du wir
    ihr mein dein kein hallo guten tag danke bitte ja nein gut morgen willkommen welt wo was wer warum heute sehr jetzt`,
  fr: `a le la les de des du un une et est que qui dans en pour pas par sur au aux avec ce cette il elle ne se plus son sa ses nous
    vous ils elles je tu on mais ou où comme tout être avoir fait bien sont leur très bonjour merci oui non monde salut bonsoir
    ça c'est j'ai qu'il d'un l'on à été même aussi quoi pourquoi aujourd'hui s'il plaît`,
  es: `a e dos el la los las de del y que en un una es por con no para su al lo como más pero sus le ya o este sí porque esta entre cuando
    muy sin sobre también me hasta hay donde quien desde todo nos durante uno ni yo tú él ella hola gracias buenos días mundo
    adiós bien qué cómo está estoy eres soy fue ser hoy mañana usted señor se`,
  it: `a e o il lo la i gli le di del della e che in un una è per con non si da al sono come più ma dei delle nel alla anche io ha questo
    questa quando molto senza se su ci lui lei loro noi voi tu mi ti ciao grazie buongiorno sì no mondo bene cosa dove perché
    ho hai abbiamo sei siamo era essere oggi domani c'è l'ho dell' nell' stai sta sto vai fai fa dai`,
  pt: `e o a os as de do da dos das e que em um uma é por com não para se na no nas nos como mais mas ao ele ela eles elas seu sua ou
    quando muito já eu também só pelo pela até isso entre depois sem mesmo aos seus quem nem você olá obrigado obrigada bom dia
    mundo tudo bem está estou são sou foi ser hoje amanhã onde porquê isto tu nós sim`,
} as const satisfies Readonly<Partial<Record<LanguageCode, string>>>;

/** Words of several languages that are far more frequent in these: `non` is also French, `o` also Italian. */
const PRIMARY: Readonly<Record<keyof typeof OWN, string>> = {
  en: 'a as do so one her all was an in is me no not he on or to be am here who',
  de: 'die hat man an am war in es was so er der das du ist im um zu des den bis wo',
  fr: 'le la les est on tu plus mais des une du de et en sur dans pas ce il elle me te ne se avec sans pour par au',
  es: 'el los las y en por no con es una se para la de que un al su lo sin mi tu te le entre a',
  it: 'non il gli di che per e ed una come si mi sono del nel la le un ha lo se con da al i ci tra fra a',
  pt: 'o os as e do da em no na um uma mais não para por se de que com sem me te a à ao',
};
const PRIMARY_WEIGHT = 5;

export type LatinLanguage = keyof typeof OWN;
export const LATIN_LANGUAGES = Object.keys(OWN) as LatinLanguage[];

/** The weight of each word in each language; those of a word add up to 1. */
type WeightsByWord = ReadonlyMap<string, ReadonlyMap<string, number>>;

function weightsByWord(
  lists: Readonly<Record<string, string>>,
  primary: Readonly<Record<string, string>>,
): WeightsByWord {
  const weights = new Map<string, Map<string, number>>();
  for (const [language, list] of Object.entries(lists)) {
    const frequent = new Set((primary[language] ?? '').split(' '));
    for (const word of list.split(/\s+/u).concat(...frequent)) {
      const languages = weights.get(word) ?? new Map<string, number>();
      weights.set(word, languages.set(language, frequent.has(word) ? PRIMARY_WEIGHT : 1));
    }
  }
  for (const languages of weights.values()) {
    const sum = [...languages.values()].reduce((total, weight) => total + weight, 0);
    for (const [language, weight] of languages) languages.set(language, weight / sum);
  }
  return weights;
}

const OWN_WEIGHTS = weightsByWord(
  Object.fromEntries(LATIN_LANGUAGES.map((language) => [language, `${OWN[language]} ${EVERYDAY[language]}`])),
  PRIMARY,
);
const FOREIGN_WEIGHTS = weightsByWord(FOREIGN_WORDS, {});

const plain = (word: string): string => word.toLowerCase().replaceAll('’', "'");

/** The weights of a word of the ten languages, or of an abbreviation of theirs with its full stop. */
function ownWeights(word: string): ReadonlyMap<string, number> | undefined {
  const written = plain(word);
  if (!written.endsWith('.')) return OWN_WEIGHTS.get(written);
  const languages = languagesOfAbbreviation(written.slice(0, -1)).filter((language) => isLatin(language));
  return languages.length === 0 ? undefined : new Map(languages.map((language) => [language, 1 / languages.length]));
}

const isLatin = (language: string): boolean => LATIN_LANGUAGES.includes(language as LatinLanguage);

/** Whether a word is frequent in one of the ten languages, or one of their abbreviations. */
export function isFrequent(word: string): boolean {
  return ownWeights(word) !== undefined;
}

/** Whether every word is a frequent one of a language. */
export function areFrequent(words: readonly string[], language: string): boolean {
  return words.every((word) =>
    [ownWeights(word), FOREIGN_WEIGHTS.get(plain(word))].some((weights) => weights?.has(language)),
  );
}

/**
 * Share of words that are frequent words of each language, 0–1. A word of several languages counts in parts for each; one
 * of the ten and of another language counts whole for both, so that neither hides the other.
 */
export function frequentWordShares(words: readonly string[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const word of words) {
    for (const weights of [ownWeights(word), FOREIGN_WEIGHTS.get(plain(word))]) {
      for (const [language, weight] of weights ?? []) {
        shares.set(language, (shares.get(language) ?? 0) + weight / words.length);
      }
    }
  }
  return shares;
}
