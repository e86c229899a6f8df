import type { Gender } from '../verbalizer.js';
import { wordSet } from './word-set.js';

/** Feminine without an ending that says so, in the singular. */
const FEMININE =
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
const MASCULINE =
  wordSet(`été côté comité traité pâté député arrêté comté karité musée lycée trophée apogée silence incendie génie
  parapluie foie murmure stade grade magazine domaine capitaine cimetière derrière gorille vocabulaire modèle squelette massacre
  cure-dent zombie sosie messie coryphée mausolée colisée scarabée athée pygmée camée invité employé associé réfugié diplômé blessé
  salarié retraité insurgé candidat bébé canapé café thé blé pré degré décolleté supplément pavé fossé congé marché péché rocher
  procédé défilé résumé exposé communiqué délégué cliché vécu pique-nique mécanique moustique cantique pronostic lexique portique
  plastique public murmure parjure mercure cyanure dinosaure centaure carbure augure vice indice caprice service office
  exercice bénéfice sacrifice artifice orifice édifice précipice délice calice dentifrice`);
const FEMININE_ENDING =
  /(?:tion|sion|xion|aison|ée|té|tié|ance|ence|ie|ure|ette|elle|esse|euse|trice|ade|ude|ine|aine|ière|ille|ique|logie|ise|otte|enne|onne|ienne)s?$/u;

/** The gender of a French noun, by its ending and a list of those that end otherwise. */
export function frenchGender(noun: string): Gender {
  const singular = noun.replace(/(?<=[^su])s$/u, '');
  if (FEMININE.has(noun) || FEMININE.has(singular)) return 'f';
  if (MASCULINE.has(noun) || MASCULINE.has(singular)) return 'm';
  return FEMININE_ENDING.test(noun) ? 'f' : 'm';
}
