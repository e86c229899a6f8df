import { repeatsContext } from '@ownvoice/tts/dist/engines/qwen3/chunk-context.js';
import { cosine, longestRun, type MeasuredChunk } from './measured-chunk.js';

const characters = ({ text }: MeasuredChunk) => [...text].length;
const pace = (chunk: MeasuredChunk) => (1000 * chunk.seconds) / characters(chunk);

/** Columns of {@link chunkRow}. */
export const HEADER =
  'chunk  characters  seconds  ms a character  level dB  cosine to first  to previous  run in first  says it again';

/** Whether a chunk is so long that it most likely says the first one again. */
const saysAgain = (first: MeasuredChunk, chunk: MeasuredChunk) =>
  repeatsContext({ text: first.text, frames: first.seconds }, { text: chunk.text, frames: chunk.seconds });

/** One line of the table. */
export function chunkRow(chunks: readonly MeasuredChunk[], index: number): string {
  const [first, previous, chunk] = [chunks[0], chunks[index - 1], chunks[index]];
  if (!first || !chunk) return '';
  const similarity = (other: MeasuredChunk | undefined) =>
    other && other !== chunk ? cosine(other.embedding, chunk.embedding).toFixed(4) : '–';
  return [
    String(chunk.index).padStart(5),
    String(characters(chunk)).padStart(10),
    chunk.seconds.toFixed(1).padStart(7),
    pace(chunk).toFixed(1).padStart(14),
    chunk.level.toFixed(1).padStart(8),
    similarity(first).padStart(15),
    similarity(previous).padStart(11),
    (first === chunk ? '–' : String(longestRun(first.codes, chunk.codes))).padStart(12),
    (first === chunk ? '–' : saysAgain(first, chunk) ? 'yes' : 'no').padStart(13),
  ].join('  ');
}

/** Mean and extremes of what may drift, one line each. */
export function summary(chunks: readonly MeasuredChunk[]): string {
  const pairs = chunks.flatMap((left, index) =>
    chunks.slice(index + 1).map((right) => cosine(left.embedding, right.embedding)),
  );
  const [first, ...others] = chunks;
  const lines: [string, number[], number][] = [
    ['cosine of all pairs', pairs, 4],
    ['cosine to first', others.map(({ embedding }) => cosine(first?.embedding ?? embedding, embedding)), 4],
    ['level, dB', chunks.map(({ level }) => level), 1],
    ['ms a character', chunks.map(pace), 1],
    ['run in first, codes', others.map(({ codes }) => longestRun(first?.codes ?? codes, codes)), 1],
  ];
  const again = others.filter((chunk) => first && saysAgain(first, chunk)).length;
  const measures = lines.map(([name, values, digits]) => line(name, values, digits));
  return [...measures, `${'says it again'.padEnd(20)} ${again} of ${others.length}`].join('\n');
}

function line(name: string, values: readonly number[], digits: number): string {
  if (values.length === 0) return `${name.padEnd(20)} too few chunks`;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const columns = Object.entries({ mean, deviation, least, most }).map(
    ([title, value]) => `${title} ${value.toFixed(digits)}`,
  );
  return `${name.padEnd(20)} ${columns.join(', ')}`;
}
