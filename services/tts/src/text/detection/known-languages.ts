import { isAbbreviation } from '../segment/abbreviations.js';

interface Known {
  /** Letters besides `a` to `z`; absent: not known. */
  readonly letters?: string;
  /** At most thirty of the most frequent words that hardly any of the others has. */
  readonly words: string;
}

const LANGUAGES: Readonly<Record<string, Known>> = {
  en: {
    letters: '',
    words: `the of and to is you that it for are with this not what we your can my from they have be hello hi thanks please yes where now ok`,
  },
  de: {
    letters: 'äöüß',
    words: `der die das und ich ist nicht zu ein eine sie es mit mir auf wie für hat von bitte danke hallo sich auch wir im den nein ja kein`,
  },
  fr: {
    letters: 'àâæçéèêëîïôœùûüÿ',
    words: `les des une et est dans pour pas je vous nous elle avec ce merci bonjour oui y au aux c'est j'ai à du ne suis cette sont ça leur`,
  },
  es: {
    letters: 'áéíñóúü',
    words: `el los las y es con muy está hola gracias buenas buenos qué estoy lo una su pero sí soy como más hay por tiene yo usted mi sin ha`,
  },
  it: {
    letters: 'àèéìîòù',
    words: `il gli di che è per non sono ho ha del della ciao grazie sì buona questo bene nel c'è dei delle alla più cosa sei una un mi ti`,
  },
  pt: {
    letters: 'ãõáâàçéêíóôúü',
    words: `o os em um uma não com seu eu você muito ao obrigado bom boa são está à olá minha tudo isso foi ele mas também já do da se`,
  },
  uk: {
    words: `як що це дякую доброго добрий немає дуже майже зараз треба чи або вже ще має можна гарно добре була буде хто тільки мене ранку`,
  },
  bg: {
    words: `това какво съм сме сте са ние този тази тези няма имате благодаря ви здравей ще къде кога днес утре нищо искам трябва едно колко ми`,
  },
  sr: {
    words: `је шта није нисам смо данас јуче ништа нешто разумем желим колико зашто овде веома где добар како лепо имате вам сутра`,
  },
};

const KNOWN = new Map(
  Object.entries(LANGUAGES).map(([language, { letters, words }]) => [
    language,
    {
      outside: letters === undefined ? undefined : new RegExp(`[^a-z'\\p{M}${letters}]`, 'u'),
      words: new Set(words.split(' ')),
    },
  ]),
);

/** Whether a lower-case word is one of the most frequent of a language, or with its full stop an abbreviation in it. */
export function isFrequentIn(word: string, language: string): boolean {
  return word.endsWith('.')
    ? isAbbreviation(word.slice(0, -1), language)
    : KNOWN.get(language)?.words.has(word) === true;
}

/** Whether a lower-case word has a letter that one of the ten languages does not write. */
export function hasForeignLetter(word: string, language: string): boolean {
  return KNOWN.get(language)?.outside?.test(word) === true;
}
