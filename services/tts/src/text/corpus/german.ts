import type { CorpusEntry } from './corpus-entry.js';

export const GERMAN: readonly CorpusEntry[] = [
  { stays: 'Das kostet 5,00 € und nicht 50 % mehr.' },
  { stays: 'Der Zug fährt um 10:30 Uhr von Gleis 3 ab.' },
  { stays: 'Die Donaudampfschifffahrt und das Betttuch bleiben ganz.' },
  { stays: 'Es sind 1.000.000 Menschen, also 1000000.' },
  { stays: 'Schreiben Sie an vor.nach_name@beispiel.de, bitte.' },
  { stays: 'Es gilt 3*4=12, aber nicht 2 > 3.' },
  { stays: 'Das steht im Buch (siehe Seite 3) genau so.' },
  { stays: 'Heinrich VIII. war König von England.' },
  { stays: '1. Mai ist ein Feiertag in Deutschland.' },
  { stays: 'Ludwig van Beethovens 9. Sinfonie wurde 1824 aufgeführt.' },
  {
    input: 'Das ist **fett**, _betont_ und ~~falsch~~ geschrieben.',
    says: 'Das ist fett, betont und falsch geschrieben.',
  },
  { input: 'Das ist (lacht) wirklich schön [seufzt].', says: 'Das ist wirklich schön.' },
  { input: '*winkt* Guten Tag zusammen, wie geht es euch?', says: 'Guten Tag zusammen, wie geht es euch?' },
  { input: 'Wir kaufen ein:\n\n* Brot\n* Käse\n* Äpfel', says: 'Wir kaufen ein: Brot. Käse. Äpfel' },
  { input: 'Das ist sooooo schön!!!!!! 😀', says: 'Das ist soo schön!' },
  {
    input: 'Am 3. Oktober ist Feiertag. Das ist z. B. ein Dienstag.',
    sentences: ['Am 3. Oktober ist Feiertag.', 'Das ist z. B. ein Dienstag.'],
  },
  {
    input: 'Dr. Müller kam um ca. 5 Uhr. Prof. Schmidt nicht.',
    sentences: ['Dr. Müller kam um ca. 5 Uhr.', 'Prof. Schmidt nicht.'],
  },
  {
    input: 'Im 19. Jahrhundert war alles anders. Danach auch.',
    sentences: ['Im 19. Jahrhundert war alles anders.', 'Danach auch.'],
  },
  { input: 'Sie fragte: „Kommst du?“ Er nickte nur.', sentences: ['Sie fragte: „Kommst du?“', 'Er nickte nur.'] },
  {
    input: 'Äpfel, Birnen usw. kosten mehr. Das gilt d. h. überall.',
    sentences: ['Äpfel, Birnen usw. kosten mehr.', 'Das gilt d. h. überall.'],
  },
  { input: 'Er wartete… und wartete. Nichts geschah.', sentences: ['Er wartete… und wartete.', 'Nichts geschah.'] },
  {
    input: 'Das Buch kostet 12,50 Euro. Es ist von J. W. Goethe.',
    sentences: ['Das Buch kostet 12,50 Euro.', 'Es ist von J. W. Goethe.'],
  },
];
