import type { CorpusEntry } from './corpus-entry.js';

export const FRENCH: readonly CorpusEntry[] = [
  { stays: "Le prix est de 5,00 € avec 50 % de remise, c'est bien." },
  { stays: "Aujourd'hui, l'avion part à 10:30 de la porte 3." },
  { stays: 'Il y a 1 000 000 de raisons de rester ici.' },
  { stays: 'Louis XIII et Louis XIV étaient des rois de France.' },
  { stays: 'Écrivez à prenom.nom_long@exemple.fr pour nous joindre.' },
  { stays: 'La créée et les années passées restent entières.' },
  { stays: 'On calcule 3*4=12 puis on vérifie que 2 < 3.' },
  { stays: 'Le tableau (voir page 3) montre les résultats.' },
  { stays: 'Allez sur https://exemple.fr/a_b_c pour lire la suite.' },
  { input: 'Voici du **gras**, de _l’italique_ et du `code`.', says: 'Voici du gras, de l’italique et du code.' },
  { input: 'Bonjour (rires) mes amis, je suis content [soupire].', says: 'Bonjour mes amis, je suis content.' },
  { input: '*sourit* Je suis très heureux de vous voir.', says: 'Je suis très heureux de vous voir.' },
  { input: 'C’est trooooop bien !!!!!! 🎉', says: 'C’est troop bien!' },
  { input: '# Le titre\n\nLe texte commence ici.', sentences: ['Le titre.', 'Le texte commence ici.'] },
  { input: 'À acheter :\n\n- du lait\n- du pain', says: 'À acheter : du lait. du pain' },
  {
    input: 'M. Dupont et Mme Durand sont là. Ils parlent.',
    sentences: ['M. Dupont et Mme Durand sont là.', 'Ils parlent.'],
  },
  { input: 'Il dit : « Je viens. » Puis il partit.', sentences: ['Il dit : « Je viens. »', 'Puis il partit.'] },
  {
    input: 'Des fruits, p. ex. des pommes, etc. Tout est frais.',
    sentences: ['Des fruits, p. ex. des pommes, etc.', 'Tout est frais.'],
  },
  {
    input: 'Elle attendait… et attendait. Rien ne vint.',
    sentences: ['Elle attendait… et attendait.', 'Rien ne vint.'],
  },
  {
    input: 'Le Dr. Martin habite au no. 5. Il est gentil.',
    sentences: ['Le Dr. Martin habite au no. 5.', 'Il est gentil.'],
  },
  { input: 'Lisez [le guide](https://exemple.fr/guide) avant de partir.', says: 'Lisez le guide avant de partir.' },
];
