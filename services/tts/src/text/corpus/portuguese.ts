import type { CorpusEntry } from './corpus-entry.js';

export const PORTUGUESE: readonly CorpusEntry[] = [
  { stays: 'O preço é de R$ 5,00 com 50% de desconto.' },
  { stays: 'O comboio parte às 10:30 e não há atraso.' },
  { stays: 'Há 1.000.000 de razões, isto é, 1000000.' },
  { stays: 'Dom João III foi rei de Portugal no século XVI.' },
  { stays: 'Escreva-nos para nome.apelido_longo@exemplo.pt, obrigado.' },
  { stays: 'Sabemos que 3*4=12 e que 2 < 3, não é?' },
  { stays: 'A tabela (ver página 3) mostra os resultados.' },
  { stays: 'A página https://exemplo.pt/a_b_c explica tudo.' },
  { stays: 'Os irmãos leem e veem televisão à noite.' },
  { input: 'Isto é **negrito**, _itálico_ e ~~riscado~~ aqui.', says: 'Isto é negrito, itálico e riscado aqui.' },
  { input: 'Olá (risos) meus amigos, estou muito contente [suspira].', says: 'Olá meus amigos, estou muito contente.' },
  { input: '*sorri* Estou muito feliz por te ver hoje.', says: 'Estou muito feliz por te ver hoje.' },
  { input: 'É muuuuuito bom!!!!!! 😀', says: 'É muuito bom!' },
  { input: 'Compras:\n\n- leite\n- pão\n- dois ovos', says: 'Compras: leite. pão. dois ovos' },
  {
    input: 'O Sr. Silva e a Dra. Santos chegaram. Falaram muito.',
    sentences: ['O Sr. Silva e a Dra. Santos chegaram.', 'Falaram muito.'],
  },
  { input: 'Disse: “Já vou.” Depois saiu de casa.', sentences: ['Disse: “Já vou.”', 'Depois saiu de casa.'] },
  {
    input: 'Frutas, p. ex. maçãs, etc. são boas. Tudo é fresco.',
    sentences: ['Frutas, p. ex. maçãs, etc. são boas.', 'Tudo é fresco.'],
  },
  { input: 'Esperou… e esperou. Não veio ninguém.', sentences: ['Esperou… e esperou.', 'Não veio ninguém.'] },
  {
    input: 'Veja a pág. 12 do vol. 3. Está bem explicado.',
    sentences: ['Veja a pág. 12 do vol. 3.', 'Está bem explicado.'],
  },
  { input: 'Leia [o manual](https://exemplo.pt/manual) antes de começar.', says: 'Leia o manual antes de começar.' },
  { input: '# O título\n\nO texto começa aqui.', sentences: ['O título.', 'O texto começa aqui.'] },
];
