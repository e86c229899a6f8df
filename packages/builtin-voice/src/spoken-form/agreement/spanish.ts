import type { Gender } from '../verbalizer.js';
import { wordSet } from './word-set.js';

/** Feminine without an ending that says so; singular and plural. */
const FEMININE =
  wordSet(`mano manos noche noches tarde tardes calle calles clase clases parte partes vez veces mujer mujeres
  flor flores ley leyes llave llaves nave naves clave claves foto fotos moto motos radio radios luz luces voz voces cruz cruces
  piel pieles red redes pared paredes serie series especie especies nube nubes sede sedes base bases fase fases frase frases
  torre torres imagen imágenes orden órdenes fuente fuentes madre madres señal señales catedral catedrales crisis tesis dosis
  hipótesis síntesis actriz actrices raíz raíces nariz narices tribu tribus sal sales cárcel cárceles nieve leche gente muerte
  muertes carne carnes nación razón razones sartén sartenes superficie superficies serpiente serpientes sangre torres gripe`);
/** Masculine, although they end like feminine nouns. */
const MASCULINE =
  wordSet(`día días mapa mapas problema problemas sistema sistemas tema temas programa programas idioma idiomas
  clima climas planeta planetas poema poemas drama dramas diagrama diagramas esquema esquemas fantasma fantasmas sofá sofás
  policía policías cometa cometas poeta poetas atleta atletas colega colegas guía guías síntoma síntomas dilema dilemas lema lemas
  panorama panoramas telegrama telegramas crucigrama crucigramas tranvía tranvías futbolista futbolistas pijama pijamas gorila
  gorilas panda pandas mediodía gramas kilogramas yoga trauma traumas diploma diplomas aroma aromas teorema teoremas mañana gas`);
/** A stressed a at the beginning takes `un`. */
const STRESSED_A = wordSet('agua águila alma arma aula hacha hambre área ala ave ama hada alga ancla habla acta asa');
const FEMININE_ENDING =
  /(?:as?|ción|ciones|sión|siones|xión|xiones|gión|giones|dad|dades|tad|tades|tud|tudes|umbres?)$/u;
const EITHER = /istas?$/u;

/** The gender of a Spanish noun, by its ending and a list of those that end otherwise. */
export function spanishGender(noun: string): Gender {
  if (FEMININE.has(noun)) return 'f';
  if (MASCULINE.has(noun) || STRESSED_A.has(noun) || EITHER.test(noun)) return 'm';
  return FEMININE_ENDING.test(noun) ? 'f' : 'm';
}
