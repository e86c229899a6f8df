import type { Gender } from '../verbalizer.js';
import { wordSet } from './word-set.js';

/** Feminine without an ending that says so; singular and plural. */
const FEMININE =
  wordSet(`mulher mulheres mão mãos vez vezes noite noites tarde tardes parte partes classe classes chave chaves
  nave naves flor flores cor cores dor dores luz luzes voz vozes cruz cruzes lei leis rede redes parede paredes ponte pontes fonte
  fontes sede sedes série séries espécie espécies foto fotos moto motos tribo tribos irmã irmãs maçã maçãs manhã manhãs avó avós
  mãe mães razão razões opinião opiniões união uniões ordem ordens nuvem nuvens árvore árvores torre torres base bases fase
  fases frase frases crise crises tese teses análise análises hipótese hipóteses atriz atrizes raiz raízes catedral catedrais
  carne carnes morte mortes arte artes febre febres neve grade grades pele peles equipe equipes mente mentes gripe gripes lã lãs
  colher colheres estante estantes corrente correntes semente sementes lente lentes enchente enchentes paixão paixões rã rãs
  prisão prisões canção canções superfície superfícies cárie cáries saúde virtude rã gente`);
/** Masculine, although they end like feminine nouns. */
const MASCULINE =
  wordSet(`dia dias mapa mapas problema problemas sistema sistemas tema temas programa programas idioma idiomas
  clima climas planeta planetas poema poemas drama dramas diagrama diagramas esquema esquemas fantasma fantasmas sofá sofás
  cometa cometas poeta poetas atleta atletas colega colegas sintoma sintomas dilema dilemas lema lemas panorama panoramas cinema
  cinemas telegrama telegramas grama gramas quilograma quilogramas pijama pijamas diploma diplomas trauma traumas aroma aromas
  gorila gorilas panda pandas chá chás guarda guardas coração corações homem homens gás gases mês país pais às lápis ônibus
  teorema teoremas axioma axiomas dogma dogmas estigma estigmas carma`);
const FEMININE_ENDING = /(?:as?|ção|ções|são|sões|gião|giões|xão|dade|dades|tude|tudes|gem|gens|ice|ície|ã|ãs)$/u;
const EITHER = /istas?$/u;

/** The gender of a Portuguese noun, by its ending and a list of those that end otherwise. */
export function portugueseGender(noun: string): Gender {
  if (FEMININE.has(noun)) return 'f';
  if (MASCULINE.has(noun) || EITHER.test(noun)) return 'm';
  return FEMININE_ENDING.test(noun) ? 'f' : 'm';
}
