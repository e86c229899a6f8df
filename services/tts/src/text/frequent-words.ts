import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** Frequent words of short texts, for the languages with Latin script. */
const WORDS = {
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
    ho hai abbiamo sei siamo era essere oggi domani c'è l'ho dell' nell'`,
  pt: `e o a os as de do da dos das e que em um uma é por com não para se na no nas nos como mais mas ao ele ela eles elas seu sua ou
    quando muito já eu também só pelo pela até isso entre depois sem mesmo aos seus quem nem você olá obrigado obrigada bom dia
    mundo tudo bem está estou são sou foi ser hoje amanhã onde porquê isto tu nós sim`,
} as const satisfies Readonly<Partial<Record<LanguageCode, string>>>;

export type LatinLanguage = keyof typeof WORDS;
export const LATIN_LANGUAGES = Object.keys(WORDS) as LatinLanguage[];

const LANGUAGES_BY_WORD = new Map<string, LatinLanguage[]>();
for (const language of LATIN_LANGUAGES) {
  for (const word of WORDS[language].split(/\s+/u)) {
    LANGUAGES_BY_WORD.set(word, [...(LANGUAGES_BY_WORD.get(word) ?? []), language]);
  }
}

/**
 * Share of the words of a text that are frequent words of each language, 0–1. A word of several languages counts in equal
 * parts for each.
 */
export function frequentWordShares(text: string): ReadonlyMap<LatinLanguage, number> {
  const shares = new Map<LatinLanguage, number>();
  const all = text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{M}']+/u)
    .filter(Boolean);
  for (const word of all) {
    const languages = LANGUAGES_BY_WORD.get(word) ?? [];
    for (const language of languages) {
      shares.set(language, (shares.get(language) ?? 0) + 1 / languages.length / all.length);
    }
  }
  return shares;
}
