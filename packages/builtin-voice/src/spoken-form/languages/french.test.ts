import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('a half stands behind its noun', () => {
  test.each([
    ['1 1/2 tasse', 'une tasse et demie'],
    ['2 1/2 heures', 'deux heures et demie'],
    ['3½ jours', 'trois jours et demi'],
    ['2 1/2', 'deux et demi'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('the gender of the noun', () => {
  test.each([
    ['21 maisons', 'vingt et une maisons'],
    ['1 femme', 'une femme'],
    ['31 personnes', 'trente et une personnes'],
    ['1 musée', 'un musée'],
    ['1 été', 'un été'],
    ['1 idée', 'une idée'],
    ['61 pages', 'soixante et une pages'],
    ['1 grande ville', 'une grande ville'],
    ['1 petit garçon', 'un petit garçon'],
    ['1 seule fois', 'une seule fois'],
    ['21 jours', 'vingt et un jours'],
    ['1 et 2', 'un et deux'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('ordinals and numbers', () => {
  test.each([
    ['n° 5', 'numéro cinq'],
    ['nº 5', 'numéro cinq'],
    ['N° 12', 'numéro douze'],
    ['n°s 5 et 6', 'numéro cinq et six'],
    ['1er, 2e', 'premier, deuxième'],
    ['1re, 3ème', 'première, troisième'],
    ['20 °C', 'vingt degrés Celsius'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ['les années 80', 'les années quatre-vingt'],
    ['les années 1980', 'les années mille neuf cent quatre-vingt'],
    ["les années '70", 'les années soixante-dix'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['3 M€', "trois millions d'euros"],
    ['5 k€', 'cinq mille euros'],
    ['10 Md€', "dix milliards d'euros"],
    ['3 milliards', 'trois milliards'],
    ['$5M', 'cinq millions de dollars'],
    ['€3bn', "trois milliards d'euros"],
    ['$5-10', 'cinq à dix dollars'],
    ['10-15 €', 'dix à quinze euros'],
    ['5 €/kg', 'cinq euros par kilogramme'],
    ['1,5 million d’euros', 'un virgule cinq million d’euros'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('fractions, ranges, times and codes', () => {
  test.each([
    ['1 1/2', 'un et demi'],
    ['2 3/4', 'deux et trois quarts'],
    ['3/4', 'trois quarts'],
    ['10:30 PM', 'vingt-deux heures trente'],
    ['18 h 30', 'dix-huit heures trente'],
    ['8h-10h', 'huit heures à dix heures'],
    ['10-15 %', 'dix à quinze pour cent'],
    ['20-25 °C', 'vingt à vingt-cinq degrés Celsius'],
    ['06 12 34 56 78', 'zéro six, un deux, trois quatre, cinq six, sept huit'],
    ['01.23.45.67.89', 'zéro un, deux trois, quatre cinq, six sept, huit neuf'],
    ['ISBN 978-2-07-036822-8', 'ISBN neuf sept huit, deux, zéro sept, zéro trois six huit deux deux, huit'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('abbreviations', () => {
  test.each([
    [
      'M. Dupont vit en 52 av. J.-C., p. ex. à la p. 5',
      'monsieur Dupont vit en cinquante-deux avant Jésus-Christ, par exemple à la page cinq',
    ],
    ['M. est parti', 'M. est parti'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('powers, dates and measures', () => {
  test.each([
    ['10⁻⁴ et 2³', 'dix puissance moins quatre et deux au cube'],
    ['le 21/03/24', 'le vingt et un mars deux mille vingt-quatre'],
    ['5,5 l/100 km', 'cinq virgule cinq litres aux cent kilomètres'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});

describe('Roman numerals', () => {
  test.each([
    ['Louis XIV, François Ier, Charles X', 'Louis quatorze, François premier, Charles dix'],
    ['le XVIIIe siècle, la IIe Guerre, chapitre IV', 'le dix-huitième siècle, la deuxième Guerre, chapitre quatre'],
    ['Ce soir, Vers midi', 'Ce soir, Vers midi'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'fr')).toBe(spoken);
  });
});
