import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('the gender of the noun', () => {
  test.each([
    ['21 casas', 'veintiuna casas'],
    ['1 casa', 'una casa'],
    ['21 libros', 'veintiún libros'],
    ['200 personas', 'doscientas personas'],
    ['500 mujeres', 'quinientas mujeres'],
    ['21 ciudades', 'veintiuna ciudades'],
    ['31 manos', 'treinta y una manos'],
    ['21 problemas', 'veintiún problemas'],
    ['21 días', 'veintiún días'],
    ['1 agua', 'un agua'],
    ['101 casas', 'ciento una casas'],
    ['200 mil personas', 'doscientas mil personas'],
    ['21 mil personas', 'veintiún mil personas'],
    ['los 21 ganaron', 'los veintiuno ganaron'],
    ['21 de mayo', 'veintiuno de mayo'],
    ['2.001 casas', 'dos mil una casas'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('ordinals and numbers', () => {
  test.each([
    ['1.º, 1.ª', 'primero, primera'],
    ['2.ª planta', 'segunda planta'],
    ['3.er piso', 'tercer piso'],
    ['1ro y 2da', 'primero y segunda'],
    ['13.º', 'décimo tercero'],
    ['21.ª', 'vigésima primera'],
    ['n.º 5', 'número cinco'],
    ['nº 5', 'número cinco'],
    ['núm. 5', 'número cinco'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ['los años 80', 'los años ochenta'],
    ['los 80', 'los ochenta'],
    ["años '80", 'años ochenta'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['$5M', 'cinco millones de dólares'],
    ['3 MM de dólares', 'tres millones de dólares'],
    ['5 mil millones de euros', 'cinco mil millones de euros'],
    ['5 mil euros', 'cinco mil euros'],
    ['3 M€', 'tres millones de euros'],
    ['€3bn', 'tres mil millones de euros'],
    ['$5-10', 'cinco a diez dólares'],
    ['5-10 €', 'cinco a diez euros'],
    ['5 €/kg', 'cinco euros por kilogramo'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('fractions, ranges, times and codes', () => {
  test.each([
    ['1 1/2', 'uno y medio'],
    ['2 3/4', 'dos y tres cuartos'],
    ['10:30 p. m.', 'diez y treinta de la noche.'],
    ['10:30 AM', 'diez y treinta de la mañana'],
    ['7 p.m. en casa', 'siete de la tarde en casa'],
    ['12:00 PM', 'doce del mediodía'],
    ['22:30 h', 'veintidós y treinta'],
    ['1990-1995', 'mil novecientos noventa a mil novecientos noventa y cinco'],
    ['20-25 °C', 'veinte a veinticinco grados Celsius'],
    ['98765-4321', 'nueve ocho siete seis cinco, cuatro tres dos uno'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('a half stands behind its noun', () => {
  test.each([
    ['2 1/2 tazas', 'dos tazas y media'],
    ['1 1/2 tazas', 'una y media tazas'],
    ['3 1/2 kilos', 'tres kilos y medio'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('abbreviations', () => {
  test.each([
    ['EE. UU. y los EE.UU. en 300 a. C.', 'Estados Unidos y los Estados Unidos en trescientos antes de Cristo.'],
    ['p. ej., D. Juan, Avda. Mayor, pág. 5', 'por ejemplo, don Juan, avenida Mayor, página cinco'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('times, telephone numbers, powers and dates', () => {
  test.each([
    ['salida 14.30 h, a las 8.05', 'salida catorce y treinta, a las ocho y cinco'],
    ['91 123 45 67', 'nueve uno, uno dos tres, cuatro cinco, seis siete'],
    ['el 21/03/24 y 2²', 'el veintiuno de marzo de dos mil veinticuatro y dos al cuadrado'],
    ['5,5 l/100 km', 'cinco coma cinco litros cada cien kilómetros'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});

describe('Roman numerals', () => {
  test.each([
    ['Alfonso XIII, Felipe VI, Isabel II, siglo V', 'Alfonso trece, Felipe sexto, Isabel segunda, siglo quinto'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'es')).toBe(spoken);
  });
});
