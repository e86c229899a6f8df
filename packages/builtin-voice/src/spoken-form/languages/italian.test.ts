import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('the gender of the noun', () => {
  test.each([
    ['1 casa', 'una casa'],
    ['1 gatto', 'un gatto'],
    ['1 studente', 'uno studente'],
    ['1 psicologo', 'uno psicologo'],
    ['1 amica', "un'amica"],
    ['1 amico', 'un amico'],
    ['1 mano', 'una mano'],
    ['1 problema', 'un problema'],
    ['1 notte', 'una notte'],
    ['1 ora e 1 minuto', "un'ora e un minuto"],
    ['21 case', 'ventuno case'],
    ['1 e 2', 'uno e due'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});

describe('ordinals and numbers', () => {
  test.each([
    ['1º, 2ª', 'primo, seconda'],
    ['1° maggio', 'primo maggio'],
    ['2° piano', 'secondo piano'],
    ['20° C', 'venti gradi Celsius'],
    ['21º', 'ventunesimo'],
    ['n. 5', 'numero cinque'],
    ['n° 5', 'numero cinque'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ["anni '80", 'anni ottanta'],
    ['gli anni 60', 'gli anni sessanta'],
    ["il '68", 'il sessantotto'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['5 mln di euro', 'cinque milioni di euro'],
    ['3 mld €', 'tre miliardi di euro'],
    ['100 mila persone', 'centomila persone'],
    ['5 mila euro', 'cinquemila euro'],
    ['5k', 'cinquemila'],
    ['€5M', 'cinque milioni di euro'],
    ['$5-10', 'cinque a dieci dollari'],
    ['5 €/kg', 'cinque euro per chilogrammo'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});

describe('fractions, ranges, times and codes', () => {
  test.each([
    ['1 1/2', 'uno e mezzo'],
    ['2 3/4', 'due e tre quarti'],
    ['10:30 PM', 'ventidue e trenta'],
    ['1990-1995', 'millenovecentonovanta a millenovecentonovantacinque'],
    ['20-25 °C', 'venti a venticinque gradi Celsius'],
    ['10-15 %', 'dieci a quindici per cento'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});

describe('a half stands behind its noun', () => {
  test.each([
    ['2 1/2 tazze', 'due tazze e mezza'],
    ['2 1/2 chili', 'due chili e mezzo'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});

describe('abbreviations', () => {
  test.each([
    [
      "il sig. Rossi, la sig.ra Bianchi, l'avv. Neri ecc. e pag. 5",
      "il signor Rossi, la signora Bianchi, l'avvocato Neri eccetera e pagina cinque",
    ],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});

describe('times, powers and dates', () => {
  test.each([
    ['alle 8.05 e ore 17.30', 'alle otto e cinque e ore diciassette e trenta'],
    ['10⁶, 20 mq', 'dieci elevato a sei, venti metri quadrati'],
    ['il 21/03/24', 'il ventuno marzo duemilaventiquattro'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'it')).toBe(spoken);
  });
});
