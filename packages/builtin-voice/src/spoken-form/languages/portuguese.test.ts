import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('the gender of the noun', () => {
  test.each([
    ['2 mulheres', 'duas mulheres'],
    ['1 mulher', 'uma mulher'],
    ['21 casas', 'vinte e uma casas'],
    ['22 casas', 'vinte e duas casas'],
    ['200 pessoas', 'duzentas pessoas'],
    ['2 mãos', 'duas mãos'],
    ['2 vezes', 'duas vezes'],
    ['2 dias', 'dois dias'],
    ['2 problemas', 'dois problemas'],
    ['2 homens', 'dois homens'],
    ['2 corações', 'dois corações'],
    ['2 canções', 'duas canções'],
    ['2 cidades', 'duas cidades'],
    ['2 viagens', 'duas viagens'],
    ['2 mil pessoas', 'duas mil pessoas'],
    ['2 milhões de pessoas', 'dois milhões de pessoas'],
    ['1.200 pessoas', 'mil e duzentas pessoas'],
    ['dia 2 de maio', 'dia dois de maio'],
    ['2 grandes casas', 'duas grandes casas'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('ordinals and numbers', () => {
  test.each([
    ['1.º, 1.ª', 'primeiro, primeira'],
    ['2º', 'segundo'],
    ['3a', 'terceira'],
    ['11º', 'décimo primeiro'],
    ['21ª', 'vigésima primeira'],
    ['n.º 5', 'número cinco'],
    ['nº 5', 'número cinco'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ['anos 80', 'anos oitenta'],
    ["anos '90", 'anos noventa'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['R$ 5 mil', 'cinco mil reais'],
    ['R$ 3 bi', 'três bilhões de reais'],
    ['US$ 5M', 'cinco milhões de dólares'],
    ['R$ 5-10', 'cinco a dez reais'],
    ['3 mi de pessoas', 'três milhões de pessoas'],
    ['5 mil reais', 'cinco mil reais'],
    ['R$ 5/kg', 'cinco reais por quilograma'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('fractions, ranges, times and codes', () => {
  test.each([
    ['1 1/2', 'um e meio'],
    ['3/4', 'três quartos'],
    ['10:30 PM', 'dez e trinta da noite'],
    ['22h30', 'vinte e duas e trinta'],
    ['8h', 'oito horas'],
    ['12345-678', 'um dois três quatro cinco, seis sete oito'],
    ['1990-1995', 'mil novecentos e noventa a mil novecentos e noventa e cinco'],
    ['20-25 °C', 'vinte a vinte e cinco graus Celsius'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('a half stands behind its noun', () => {
  test.each([
    ['2 1/2 xícaras', 'duas xícaras e meia'],
    ['1 1/2 hora', 'uma hora e meia'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('abbreviations', () => {
  test.each([
    ['O Sr. Silva e a Sra. Costa, p. ex., pág. 5', 'O senhor Silva e a senhora Costa, por exemplo, página cinco'],
    ['§ 1º, séc. XXI', 'parágrafo primeiro, século vinte e um'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('times, powers and dates', () => {
  test.each([
    ['às 14.30, 7h30min', 'às catorze e trinta, sete e trinta'],
    ['10⁶ em 21/03/24', 'dez elevado a seis em vinte e um de março de dois mil e vinte e quatro'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});

describe('Roman numerals and scores', () => {
  test.each([
    ['Pedro II, século XXI, Luís XIV', 'Pedro segundo, século vinte e um, Luís catorze'],
    ['Flamengo 3 x 1 Vasco', 'Flamengo três a um Vasco'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'pt')).toBe(spoken);
  });
});
