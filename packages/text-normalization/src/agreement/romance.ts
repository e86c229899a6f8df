import { wordSet } from '../tables.js';
import type { Gender } from '../verbalizer.js';

/** Feminine without an ending that says so, in the singular. */
const FRENCH_FEMININE =
  wordSet(`femme fille personne fois heure minute seconde semaine nuit table porte rue route page lettre carte photo
  chambre pomme poire banane orange tasse boîte vache poule mère sœur tante amie école classe partie place réponse phrase langue
  chose tonne main dent jambe tête mer île plage montagne forêt fleur couleur odeur erreur peur faim fin part mort loi voix croix
  clé clef eau peau équipe guerre étoile planète douzaine quinzaine vingtaine trentaine centaine œuvre règle boucle feuille tâche
  gare marche course chanson radio note fête date étape étude méthode époque balle salle robe jupe chemise veste bière pizza
  crêpe soupe tarte banque ferme église tente caisse valise marque arme bombe âme dame reine victime star chaise vitre litière
  vis souris brebis fourmi jument dinde chèvre truite carotte tomate pomme-de-terre cerise fraise olive noix pêche herbe branche
  racine pierre brique planche corde chaîne roue vague pluie neige tempête lune lampe ampoule ligne chaîne vidéo application
  entreprise usine boutique maison saison raison cuillère fourchette assiette bouteille serviette chaussette chaussure piscine
  ville île fenêtre voiture moto vitesse tablette cigarette catégorie série offre demande commande facture somme taxe
  ressource source norme forme plateforme plate-forme machine ruche mouche cloche poche tache seringue bague digue ligue figue
  vigne campagne compagne montre rencontre entrée vie copie mairie pharmacie boulangerie librairie galerie batterie
  cellule molécule particule règle cible table gamme flamme larme culture peinture température question station minute tribu vertu
  ordonnance tendance dimension blessée armée touche manche recherche approche bouche couche douche fiche niche biche`);
/** Masculine, although they end like feminine nouns. */
const FRENCH_MASCULINE =
  wordSet(`été côté comité traité pâté député arrêté comté karité musée lycée trophée apogée silence incendie génie
  parapluie foie murmure stade grade magazine domaine capitaine cimetière derrière gorille vocabulaire modèle squelette massacre
  cure-dent zombie sosie messie coryphée mausolée colisée scarabée athée pygmée camée invité employé associé réfugié diplômé blessé
  salarié retraité insurgé candidat bébé canapé café thé blé pré degré décolleté supplément pavé fossé congé marché péché rocher
  procédé défilé résumé exposé communiqué délégué cliché vécu pique-nique mécanique moustique cantique pronostic lexique portique
  plastique public murmure parjure mercure cyanure dinosaure centaure carbure augure vice indice caprice service office
  exercice bénéfice sacrifice artifice orifice édifice précipice délice calice dentifrice`);
const FRENCH_FEMININE_ENDING =
  /(?:tion|sion|xion|aison|ée|té|tié|ance|ence|ie|ure|ette|elle|esse|euse|trice|ade|ude|ine|aine|ière|ille|ique|logie|ise|otte|enne|onne|ienne)s?$/u;

/** The gender of a French noun, by its ending and a list of those that end otherwise. */
export function frenchGender(noun: string): Gender {
  const singular = noun.replace(/(?<=[^su])s$/u, '');
  if (FRENCH_FEMININE.has(noun) || FRENCH_FEMININE.has(singular)) return 'f';
  if (FRENCH_MASCULINE.has(noun) || FRENCH_MASCULINE.has(singular)) return 'm';
  return FRENCH_FEMININE_ENDING.test(noun) ? 'f' : 'm';
}

/** Feminine without an ending that says so; singular and plural. */
const SPANISH_FEMININE =
  wordSet(`mano manos noche noches tarde tardes calle calles clase clases parte partes vez veces mujer mujeres
  flor flores ley leyes llave llaves nave naves clave claves foto fotos moto motos radio radios luz luces voz voces cruz cruces
  piel pieles red redes pared paredes serie series especie especies nube nubes sede sedes base bases fase fases frase frases
  torre torres imagen imágenes orden órdenes fuente fuentes madre madres señal señales catedral catedrales crisis tesis dosis
  hipótesis síntesis actriz actrices raíz raíces nariz narices tribu tribus sal sales cárcel cárceles nieve leche gente muerte
  muertes carne carnes nación razón razones sartén sartenes superficie superficies serpiente serpientes sangre torres gripe`);
/** Masculine, although they end like feminine nouns. */
const SPANISH_MASCULINE =
  wordSet(`día días mapa mapas problema problemas sistema sistemas tema temas programa programas idioma idiomas
  clima climas planeta planetas poema poemas drama dramas diagrama diagramas esquema esquemas fantasma fantasmas sofá sofás
  policía policías cometa cometas poeta poetas atleta atletas colega colegas guía guías síntoma síntomas dilema dilemas lema lemas
  panorama panoramas telegrama telegramas crucigrama crucigramas tranvía tranvías futbolista futbolistas pijama pijamas gorila
  gorilas panda pandas mediodía gramas kilogramas yoga trauma traumas diploma diplomas aroma aromas teorema teoremas mañana gas`);
/** A stressed a at the beginning takes `un`. */
const SPANISH_STRESSED_A = wordSet(
  'agua águila alma arma aula hacha hambre área ala ave ama hada alga ancla habla acta asa',
);
const SPANISH_FEMININE_ENDING =
  /(?:as?|ción|ciones|sión|siones|xión|xiones|gión|giones|dad|dades|tad|tades|tud|tudes|umbres?)$/u;
const SPANISH_EITHER = /istas?$/u;

/** The gender of a Spanish noun, by its ending and a list of those that end otherwise. */
export function spanishGender(noun: string): Gender {
  if (SPANISH_FEMININE.has(noun)) return 'f';
  if (SPANISH_MASCULINE.has(noun) || SPANISH_STRESSED_A.has(noun) || SPANISH_EITHER.test(noun)) return 'm';
  return SPANISH_FEMININE_ENDING.test(noun) ? 'f' : 'm';
}

/** Feminine in the singular without an ending that says so. */
const ITALIAN_FEMININE =
  wordSet(`notte classe parte mano foto moto auto radio chiave nave neve pace voce luce croce legge rete sede fonte
  gente mente arte carne febbre fame sete madre moglie torre valle specie serie superficie estate morte sorte immagine origine
  vite pelle crisi tesi analisi ipotesi sintesi diagnosi oasi metropoli prova fine base fase frase dose dote nube sera stazione
  lente corrente patente sorgente tempesta serpe siepe tosse cenere cornice radice vernice pulce bici eco libido mail email app
  chat password start-up band mosche biro polizza ecografia falce`);
/** Masculine, although they end like feminine nouns. */
const ITALIAN_MASCULINE =
  wordSet(`problema sistema tema programma poeta pianeta clima dramma cinema papa diploma panorama schema poema
  teorema trauma aroma fantasma gorilla idioma telegramma diagramma grammo chilogramma pigiama profeta atleta collega sisma dogma
  enigma stemma cruciverba vaglia sosia boia delta karma koala panda puma sofà caffè tè papà milione campione copione rione
  scorpione lampione bastone cannone pallone limone leone melone portone salone sapone balcone cotone padrone ladrone pavone
  carbone mattone bottone calzone canone cartone cicerone ciclone cordone furgone galeone girone mascalzone minestrone peperone
  polmone torrone spione tifone timone torsione vagone burrone telefilm podio`);
const ITALIAN_FEMININE_ENDING = /(?:a|zione|sione|gione|nione|stione|xione|tà|tù|trice|udine|igine)$/u;
const ITALIAN_EITHER = /ista$/u;

/** The gender of an Italian noun in the singular, by its ending and a list of those that end otherwise. */
export function italianGender(noun: string): Gender {
  if (ITALIAN_FEMININE.has(noun)) return 'f';
  if (ITALIAN_MASCULINE.has(noun) || ITALIAN_EITHER.test(noun)) return 'm';
  return ITALIAN_FEMININE_ENDING.test(noun) ? 'f' : 'm';
}

/** `uno studente`, `uno zaino`, `uno yogurt`. */
export function takesUno(noun: string): boolean {
  return /^(?:s[^aeiouàèéìòù]|z|gn|ps|pn|x|y|i[aeou])/iu.test(noun);
}

/** Feminine without an ending that says so; singular and plural. */
const PORTUGUESE_FEMININE =
  wordSet(`mulher mulheres mão mãos vez vezes noite noites tarde tardes parte partes classe classes chave chaves
  nave naves flor flores cor cores dor dores luz luzes voz vozes cruz cruzes lei leis rede redes parede paredes ponte pontes fonte
  fontes sede sedes série séries espécie espécies foto fotos moto motos tribo tribos irmã irmãs maçã maçãs manhã manhãs avó avós
  mãe mães razão razões opinião opiniões união uniões ordem ordens nuvem nuvens árvore árvores torre torres base bases fase
  fases frase frases crise crises tese teses análise análises hipótese hipóteses atriz atrizes raiz raízes catedral catedrais
  carne carnes morte mortes arte artes febre febres neve grade grades pele peles equipe equipes mente mentes gripe gripes lã lãs
  colher colheres estante estantes corrente correntes semente sementes lente lentes enchente enchentes paixão paixões rã rãs
  prisão prisões canção canções superfície superfícies cárie cáries saúde virtude rã gente`);
/** Masculine, although they end like feminine nouns. */
const PORTUGUESE_MASCULINE =
  wordSet(`dia dias mapa mapas problema problemas sistema sistemas tema temas programa programas idioma idiomas
  clima climas planeta planetas poema poemas drama dramas diagrama diagramas esquema esquemas fantasma fantasmas sofá sofás
  cometa cometas poeta poetas atleta atletas colega colegas sintoma sintomas dilema dilemas lema lemas panorama panoramas cinema
  cinemas telegrama telegramas grama gramas quilograma quilogramas pijama pijamas diploma diplomas trauma traumas aroma aromas
  gorila gorilas panda pandas chá chás guarda guardas coração corações homem homens gás gases mês país pais às lápis ônibus
  teorema teoremas axioma axiomas dogma dogmas estigma estigmas carma`);
const PORTUGUESE_FEMININE_ENDING =
  /(?:as?|ção|ções|são|sões|gião|giões|xão|dade|dades|tude|tudes|gem|gens|ice|ície|ã|ãs)$/u;
const PORTUGUESE_EITHER = /istas?$/u;

/** The gender of a Portuguese noun, by its ending and a list of those that end otherwise. */
export function portugueseGender(noun: string): Gender {
  if (PORTUGUESE_FEMININE.has(noun)) return 'f';
  if (PORTUGUESE_MASCULINE.has(noun) || PORTUGUESE_EITHER.test(noun)) return 'm';
  return PORTUGUESE_FEMININE_ENDING.test(noun) ? 'f' : 'm';
}
