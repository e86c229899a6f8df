import type { CorpusEntry } from './corpus-entry.js';

export const ITALIAN: readonly CorpusEntry[] = [
  { stays: 'Il prezzo è di 5,00 € con uno sconto del 50%.' },
  { stays: "L'aereo parte alle 10:30 e non c'è ritardo." },
  { stays: 'Ci sono 1.000.000 di ragioni, cioè 1000000.' },
  { stays: 'Papa Giovanni XXIII nacque vicino a Bergamo.' },
  { stays: 'Scrivete a nome.cognome_lungo@esempio.it per favore.' },
  { stays: 'Sappiamo che 3*4=12 e che 2 < 3, sempre.' },
  { stays: 'La tabella (vedi pagina 3) mostra i risultati.' },
  { stays: 'La pagina https://esempio.it/a_b_c spiega tutto.' },
  { stays: 'Perché non vieni anche tu domani sera?' },
  { input: 'Questo è **grassetto**, _corsivo_ e `codice`.', says: 'Questo è grassetto, corsivo e codice.' },
  { input: 'Ciao (ride) amici miei, sono molto contento [sospira].', says: 'Ciao amici miei, sono molto contento.' },
  { input: '*sorride* Sono molto felice di vederti oggi.', says: 'Sono molto felice di vederti oggi.' },
  { input: 'È bellissimoooooo!!!!!! 🎉', says: 'È bellissimoo!' },
  { input: 'Da comprare:\n\n1. il latte\n2. il pane', says: 'Da comprare: 1. il latte. 2. il pane' },
  {
    input: 'Il sig. Rossi e la dott.ssa Bianchi arrivano. Parlano molto.',
    sentences: ['Il sig. Rossi e la dott.ssa Bianchi arrivano.', 'Parlano molto.'],
  },
  { input: 'Disse: «Vengo subito.» Poi uscì di casa.', sentences: ['Disse: «Vengo subito.»', 'Poi uscì di casa.'] },
  {
    input: 'Mele, pere, ecc. sono frutti. Tutto è fresco.',
    sentences: ['Mele, pere, ecc. sono frutti.', 'Tutto è fresco.'],
  },
  { input: 'Aspettava… e aspettava. Non venne nessuno.', sentences: ['Aspettava… e aspettava.', 'Non venne nessuno.'] },
  { input: 'Vedi pag. 12 del vol. 3. È spiegato bene.', sentences: ['Vedi pag. 12 del vol. 3.', 'È spiegato bene.'] },
  { input: 'Leggi [la guida](https://esempio.it/guida) prima di partire.', says: 'Leggi la guida prima di partire.' },
  {
    input: '> Questo lo disse ieri.\n\nE io gli credetti.',
    sentences: ['Questo lo disse ieri.', 'E io gli credetti.'],
  },
];
