import type { Gender } from '../verbalizer.js';
import { wordSet } from './word-set.js';

/** Feminine in the singular without an ending that says so. */
const FEMININE =
  wordSet(`notte classe parte mano foto moto auto radio chiave nave neve pace voce luce croce legge rete sede fonte
  gente mente arte carne febbre fame sete madre moglie torre valle specie serie superficie estate morte sorte immagine origine
  vite pelle crisi tesi analisi ipotesi sintesi diagnosi oasi metropoli prova fine base fase frase dose dote nube sera stazione
  lente corrente patente sorgente tempesta serpe siepe tosse cenere cornice radice vernice pulce bici eco libido mail email app
  chat password start-up band mosche biro polizza ecografia falce`);
/** Masculine, although they end like feminine nouns. */
const MASCULINE =
  wordSet(`problema sistema tema programma poeta pianeta clima dramma cinema papa diploma panorama schema poema
  teorema trauma aroma fantasma gorilla idioma telegramma diagramma grammo chilogramma pigiama profeta atleta collega sisma dogma
  enigma stemma cruciverba vaglia sosia boia delta karma koala panda puma sofà caffè tè papà milione campione copione rione
  scorpione lampione bastone cannone pallone limone leone melone portone salone sapone balcone cotone padrone ladrone pavone
  carbone mattone bottone calzone canone cartone cicerone ciclone cordone furgone galeone girone mascalzone minestrone peperone
  polmone torrone spione tifone timone torsione vagone burrone telefilm podio`);
const FEMININE_ENDING = /(?:a|zione|sione|gione|nione|stione|xione|tà|tù|trice|udine|igine)$/u;
const EITHER = /ista$/u;

/** The gender of an Italian noun in the singular, by its ending and a list of those that end otherwise. */
export function italianGender(noun: string): Gender {
  if (FEMININE.has(noun)) return 'f';
  if (MASCULINE.has(noun) || EITHER.test(noun)) return 'm';
  return FEMININE_ENDING.test(noun) ? 'f' : 'm';
}

/** `uno studente`, `uno zaino`, `uno yogurt`. */
export function takesUno(noun: string): boolean {
  return /^(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y|i[aeou])/iu.test(noun);
}
