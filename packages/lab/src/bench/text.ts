import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { hostileTexts } from '@ownvoice/shared/testing';
import { normalizeText } from '@ownvoice/text-normalization';
import { prepareText } from '@ownvoice/tts/dist/text/index.js';
import { answerHelp, machine, median } from './harness/report.js';

answerHelp(`usage: npm run bench -- text

How long text preparation takes for 10,000 characters, ordinary and hostile, the latter also with 100 pronunciations that nearly
match. Takes no arguments; a minute.`);

const LENGTH = 10_000;
const RUNS = 5;
const LIMIT_MS = 50;

const PARAGRAPHS: Readonly<Record<LanguageCode, string>> = {
  en: 'Dr. Smith paid $5.00 at 10:30, **which** was not much. She said: “It is 50% less (see page 3).”\n\n',
  zh: '今天天气很好，我们下午三点去公园散步。他说：“这本书卖5.00元，便宜了20%。”\n\n',
  ja: '今日は天気がいいので、午後三時に公園へ散歩に行きます。「この本は500円です。」と言いました。\n\n',
  ko: '오늘은 날씨가 좋아서 오후 3시에 공원에 갑니다. 그는 "이 책은 5,000원입니다."라고 말했다.\n\n',
  de: 'Am 3. Oktober zahlte Dr. Müller um 10:30 Uhr 5,00 €, **also** wenig. Sie sagte: „Das ist z. B. gut.“\n\n',
  fr: 'M. Dupont a payé 5,00 € à 10:30, **donc** peu. Elle a dit : « C’est 50 % de moins. »\n\n',
  es: 'El Sr. García pagó 5,00 € a las 10:30, **es decir**, poco. Ella dijo: «Es un 50 % menos.»\n\n',
  it: 'Il sig. Rossi ha pagato 5,00 € alle 10:30, **cioè** poco. Lei disse: «È il 50% in meno.»\n\n',
  pt: 'O Sr. Silva pagou R$ 5,00 às 10:30, **ou seja**, pouco. Ela disse: “É 50% menos.”\n\n',
  ru: 'Г. Иванов заплатил 500 ₽ в 10:30, **то есть** мало. Она сказала: «Это на 50 % меньше.»\n\n',
};

/** Milliseconds. CPU time is that of all threads, compilation and garbage collection included. */
interface Measured {
  readonly kind: string;
  readonly cpu: number;
  readonly wall: number;
  /** CPU time of the first run. */
  readonly first: number;
}

function measure(kind: string, work: () => unknown): Measured {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    const start = performance.now();
    work();
    const { user, system } = process.cpuUsage(before);
    return { cpu: (user + system) / 1000, wall: performance.now() - start };
  });
  return {
    kind,
    cpu: median(times.map(({ cpu }) => cpu)),
    wall: median(times.map(({ wall }) => wall)),
    first: times[0]?.cpu ?? 0,
  };
}

function print(title: string, rows: readonly Measured[]): void {
  console.log(`\n${title.padEnd(56)}${['CPU ms', 'wall ms', 'first ms'].map((head) => head.padStart(14)).join('')}`);
  for (const { kind, ...times } of rows) {
    const columns = [times.cpu, times.wall, times.first].map((value) => value.toFixed(1).padStart(14));
    console.log(`${kind.slice(0, 54).padEnd(56)}${columns.join('')}`);
  }
}

const ordinary = (language: LanguageCode): string => {
  const paragraph = PARAGRAPHS[language];
  return [...paragraph.repeat(Math.ceil(LENGTH / [...paragraph].length))].slice(0, LENGTH).join('');
};

console.log(machine());
const languages = Object.keys(PARAGRAPHS) as LanguageCode[];
const cold = measure('the first text of a new process', () => prepareText(ordinary('en'), { voiceLanguage: 'en' }));
print(`${LENGTH} characters of ordinary text`, [
  cold,
  ...languages.map((language) =>
    measure(`prepared, ${language}`, () => prepareText(ordinary(language), { voiceLanguage: language })),
  ),
  ...languages.map((language) =>
    measure(`in spoken form, ${language}`, () => normalizeText(ordinary(language), language)),
  ),
]);

/** A hundred pronunciations of words that the text nearly has, in every length. */
function nearMisses(text: string) {
  const prepared = prepareText(text, { voiceLanguage: 'en' });
  const letters = [...(prepared.kind === 'speakable' ? prepared.text : text)];
  const middle = letters.length >> 1;
  return Array.from({ length: 100 }, (_, index) => ({
    text: `${letters.slice(middle, middle + index).join('')}¤`,
    say: 'x',
  }));
}

const hostile = hostileTexts().flatMap(({ kind, make }) => {
  const text = make(LENGTH);
  const pronunciations = nearMisses(text);
  return [
    measure(kind, () => prepareText(text, { voiceLanguage: 'en' })),
    measure(`${kind}, 100 pronunciations`, () => prepareText(text, { voiceLanguage: 'en', pronunciations })),
  ];
});
const slowest = hostile.toSorted((left, right) => right.cpu - left.cpu);
print(`the slowest of ${hostile.length} hostile texts of ${LENGTH} characters`, slowest.slice(0, 15));
const over = slowest.filter(({ cpu }) => cpu > LIMIT_MS).length;
console.log(`\n${over} of them above ${LIMIT_MS} ms of CPU time (median of ${RUNS})`);
process.exitCode = over > 0 ? 1 : 0;
