import type { CorpusEntry } from './corpus-entry.js';

export const SPANISH: readonly CorpusEntry[] = [
  { stays: 'El precio es de 5,00 € con un 50 % de descuento.' },
  { stays: '¿Dónde está la estación? ¡No lo sé!' },
  { stays: 'El tren sale a las 10:30 y llega a las 12:05.' },
  { stays: 'Hay 1.000.000 de razones, es decir, 1000000.' },
  { stays: 'Escriba a nombre.apellido_largo@ejemplo.es, por favor.' },
  { stays: 'Felipe III fue rey de España en el siglo XVII.' },
  { stays: 'Sabemos que 3*4=12 y que 2 < 3 siempre.' },
  { stays: 'La tabla (véase la página 3) muestra los resultados.' },
  { stays: 'Los niños leen y creen en la cooperación.' },
  { input: 'Esto es **negrita**, _cursiva_ y ~~tachado~~ aquí.', says: 'Esto es negrita, cursiva y tachado aquí.' },
  { input: 'Hola (risas) amigos míos, estoy muy contento [suspira].', says: 'Hola amigos míos, estoy muy contento.' },
  { input: '*sonríe* Me alegro mucho de verte hoy.', says: 'Me alegro mucho de verte hoy.' },
  { input: '¡Es muuuuuy bueno!!!!!! 😀', says: '¡Es muuy bueno!' },
  { input: 'Compras:\n\n- leche\n- pan\n- dos huevos', says: 'Compras: leche. pan. dos huevos' },
  {
    input: 'El Sr. García y la Dra. López llegaron. Hablaron mucho.',
    sentences: ['El Sr. García y la Dra. López llegaron.', 'Hablaron mucho.'],
  },
  { input: '«Ya voy.» Entonces salió de la casa.', sentences: ['«Ya voy.»', 'Entonces salió de la casa.'] },
  {
    input: 'Los EE. UU. son grandes, p. ej. Texas. Es verdad.',
    sentences: ['Los EE. UU. son grandes, p. ej. Texas.', 'Es verdad.'],
  },
  { input: 'Esperó… y esperó. No llegó nadie.', sentences: ['Esperó… y esperó.', 'No llegó nadie.'] },
  { input: '¿Vienes? ¡Claro que sí! Ahora mismo voy.', sentences: ['¿Vienes?', '¡Claro que sí!', 'Ahora mismo voy.'] },
  { input: 'Lea [el manual](https://ejemplo.es/manual) antes de empezar.', says: 'Lea el manual antes de empezar.' },
  {
    input: 'Véase la pág. 12 del vol. 3. Allí se explica.',
    sentences: ['Véase la pág. 12 del vol. 3.', 'Allí se explica.'],
  },
];
