import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { loadModel, type SpeechModel, warmUp } from '@ownvoice/qwen3-tts/runtime';
import { PRECISIONS } from '@ownvoice/shared/contract/models';
import { planBatch } from '@ownvoice/tts/dist/engines/qwen3/batch-plan.js';
import { seededChunkSeconds } from '@ownvoice/tts/dist/engines/qwen3/seeded-chunks.js';
import { prepareText } from '@ownvoice/tts/dist/text/index.js';
import { builtModel, CACHE } from './model/built-model.js';
import { withModelEnvironment } from './model/restart.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- plans [VARIANT] [OPTION...]

One text by every fixed plan of batches, so many chunks at once of at most so many estimated seconds, and by the plan that the
service makes of the measured pace. VARIANT is customvoice-0.6b or customvoice-1.7b; weights are random.

  --precision P      default int8
  --characters N     length of the text, default 10000
  --parallel LIST    chunks at once, default 1,2,4,8
  --seconds LIST     longest chunks in seconds, default 6.5,12.5,25
  --threads N        default: one for each core
  --cache DIR        where built models are kept, default ${CACHE}`);

const PARAGRAPH =
  'The harbour wakes before the town does. Boats come in with the tide, and the first nets are on the quay by six, ' +
  'heavy and silver, while the gulls argue over what the crews have thrown back. Who buys it all? Nobody asks. ';
/** What a chunk may take. */
const CHUNK_LIMIT_SECONDS = 30;

interface Plan {
  readonly parallel: number;
  readonly maxChunkSeconds: number;
}

interface Spoken {
  readonly chunks: number;
  readonly seconds: number;
  readonly speech: number;
  /** Seconds of the chunk that took longest. */
  readonly longest: number;
}

/** Speaks a text in chunks of a plan, always as many at once as it says. */
async function speakBy(model: SpeechModel, text: string, { parallel, maxChunkSeconds }: Plan): Promise<Spoken> {
  const prepared = prepareText(text, { language: 'en', voiceLanguage: 'en', maxSeconds: maxChunkSeconds });
  if (prepared.kind !== 'speakable') throw new Error(`the text is ${prepared.kind}`);
  const { chunks } = prepared;
  const speaker = model.info.speakers[0] ?? '';
  let next = 0;
  let speech = 0;
  let longest = 0;
  const client = async () => {
    while (next < chunks.length) {
      const seed = next++;
      let began = performance.now();
      const onStart = () => {
        began = performance.now();
      };
      const input = { kind: 'custom_voice', text: chunks[seed]!.text, language: 'English', speaker } as const;
      const { samples } = await model.synthesize(input, { seed, reproducible: false, onStart });
      speech += samples.length / model.info.sampleRate;
      longest = Math.max(longest, (performance.now() - began) / 1000);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: parallel }, client));
  return { chunks: chunks.length, seconds: (performance.now() - start) / 1000, speech, longest };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      precision: { type: 'string', default: 'int8' },
      characters: { type: 'string', default: '10000' },
      parallel: { type: 'string', default: '1,2,4,8' },
      seconds: { type: 'string', default: '6.5,12.5,25' },
      threads: { type: 'string', default: String(availableParallelism()) },
      cache: { type: 'string', default: CACHE },
    },
  });
  const [named = 'customvoice-0.6b'] = positionals;
  const variant = (['customvoice-0.6b', 'customvoice-1.7b'] as const).find((name) => name === named);
  const precision = PRECISIONS.find((name) => name === values.precision);
  if (!variant || !precision) throw new Error(`${variant ? values.precision : named} is not known`);
  const folder = await builtModel(values.cache, variant, precision);
  const model = await loadModel({ folder, threads: Number(values.threads) });
  const pace = await warmUp(model, undefined);
  const chosen = planBatch(pace, seededChunkSeconds(variant, model.info), model.info.rows - 1);
  console.log(`${variant} at ${precision}, random weights · ${machine()}`);
  console.log(`a short utterance alone takes ${pace.toFixed(2)} of real time\n`);

  const numbers = (list: string) => list.split(',').map(Number);
  const fixed = numbers(values.parallel).flatMap((parallel) =>
    numbers(values.seconds).map((maxChunkSeconds): Plan => ({ parallel, maxChunkSeconds })),
  );
  const isChosen = ({ parallel, maxChunkSeconds }: Plan) =>
    parallel === chosen.parallel && maxChunkSeconds === chosen.maxChunkSeconds;
  const plans = fixed.some(isChosen) ? fixed : [chosen, ...fixed];
  const text = PARAGRAPH.repeat(Math.ceil(Number(values.characters) / PARAGRAPH.length));
  console.log('at once  chunk of  chunks  seconds  RTF    longest chunk');
  const allowed: { factor: number; plan: Plan }[] = [];
  for (const plan of plans) {
    const { chunks, seconds, speech, longest } = await speakBy(model, text.slice(0, Number(values.characters)), plan);
    const factor = seconds / speech;
    const inTime = longest <= CHUNK_LIMIT_SECONDS;
    if (inTime) allowed.push({ factor, plan });
    const cells = [
      String(plan.parallel).padStart(7),
      `${plan.maxChunkSeconds} s`.padStart(8),
      String(chunks).padStart(6),
      seconds.toFixed(1).padStart(7),
      factor.toFixed(3),
      `${longest.toFixed(1)} s`.padStart(13),
    ];
    const remark = [...(inTime ? [] : ['times out']), ...(isChosen(plan) ? ['the plan of the service'] : [])];
    console.log([...cells, remark.join(', ')].join('  ').trimEnd());
  }
  const ours = allowed.find(({ plan }) => isChosen(plan));
  const best = allowed.toSorted((one, other) => one.factor - other.factor)[0];
  if (ours && best) {
    const { parallel, maxChunkSeconds } = best.plan;
    const ratio = (ours.factor / best.factor).toFixed(2);
    console.log(`\nthe plan of the service takes ${ratio} of the best fixed one: ${parallel} of ${maxChunkSeconds} s`);
  }
  await model.close();
}

await withModelEnvironment(import.meta.url, main);
