import { concatenate, stretchTime } from '@ownvoice/audio';
import { BuiltinVoice } from '@ownvoice/builtin-voice';
import { EndingJudge, type EndToken } from '@ownvoice/qwen3-tts/internals/runtime/ending';
import { LANGUAGE_CODES, LANGUAGES } from '@ownvoice/shared/contract/languages';
import { prepareText } from '@ownvoice/tts/dist/text/index.js';
import { answerHelp } from './harness/report.js';

answerHelp(`usage: npm run bench -- endings [TEXTS]

False alarms of the judgement of endings, on recordings of the built-in voice in ten languages: TEXTS of each (default 10), by three
voices, as they are, at half, double and four times the speed, and with pauses of 3.5 s. The end token is far down throughout, which
is the worst case.`);

const RATE = 24_000;
const FRAME = 1_920;
const FAR: EndToken = { probability: 1e-14, rank: 2_000 };
const texts = Number(process.argv[2] ?? 10);

/** Room tone in the middle of the speech, 60 dB below full scale. */
function withPause(samples: Float32Array): Float32Array {
  const pause = Float32Array.from({ length: 3.5 * RATE }, () => 0.003 * (Math.random() - 0.5));
  return concatenate([samples.subarray(0, samples.length / 2), pause, samples.subarray(samples.length / 2)]);
}

const VARIANTS: readonly (readonly [name: string, hasty: boolean, change: (samples: Float32Array) => Float32Array])[] =
  [
    ['as they are', true, (samples) => samples],
    ['half the speed', false, (samples) => stretchTime(samples, RATE, 2)],
    ['double speed', true, (samples) => stretchTime(samples, RATE, 0.5)],
    ['four times the speed', true, (samples) => stretchTime(samples, RATE, 0.25)],
    ['pauses of 3.5 s', true, withPause],
  ];

function verdictOn(samples: Float32Array, estimate: number, hasty: boolean): string {
  const judge = new EndingJudge({ estimate, trailing: 1, hasty });
  for (let frame = 0; (frame + 1) * FRAME <= samples.length; frame++) {
    const verdict = judge.frame(frame, samples.subarray(frame * FRAME, (frame + 1) * FRAME), FAR);
    if (verdict) return verdict.kind;
  }
  return judge.end().kind;
}

const voice = await BuiltinVoice.load();
const counts = new Map<string, { judged: number; alarms: string[] }>(
  VARIANTS.map(([name]) => [name, { judged: 0, alarms: [] }]),
);
for (const language of LANGUAGES) {
  const module = await import(`@ownvoice/tts/dist/text/corpus/${language.toLowerCase()}.js`);
  const [entries] = Object.values(module) as { stays?: string; says?: string; sentences?: string[] }[][];
  const corpus = entries!.map(({ stays, says, sentences }) => stays ?? says ?? sentences!.join(' '));
  for (const [index, input] of corpus.slice(0, texts).entries()) {
    const prepared = prepareText(input, { language: LANGUAGE_CODES[language], voiceLanguage: 'en', normalize: true });
    if (prepared.kind !== 'speakable') continue;
    for (const id of ['ryan', 'vivian', 'sohee']) {
      for (const { text, estimatedSeconds } of prepared.chunks) {
        const { samples } = await voice.speak(text, { voice: id, language, instruct: '', speed: 1, seed: index });
        for (const [name, hasty, change] of VARIANTS) {
          const verdict = verdictOn(change(samples), (estimatedSeconds * RATE) / FRAME, hasty);
          const count = counts.get(name)!;
          count.judged++;
          if (verdict !== 'ended') count.alarms.push(`${verdict}: ${text}`);
        }
      }
    }
  }
}
for (const [name, { judged, alarms }] of counts) {
  console.log(`${name}: ${alarms.length} false alarms in ${judged}`);
  for (const alarm of alarms.slice(0, 5)) console.log(`  ${alarm}`);
}
