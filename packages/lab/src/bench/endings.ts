import { concatenate, stretchTime } from '@ownvoice/audio';
import { BuiltinVoice } from '@ownvoice/builtin-voice';
import { ECHO_EVIDENCE, evidenceOfEcho } from '@ownvoice/qwen3-tts/internals/runtime/echo';
import { EchoError, EndingJudge, type EndToken } from '@ownvoice/qwen3-tts/internals/runtime/ending';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '@ownvoice/shared/contract/languages';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { prepareText } from '@ownvoice/tts/dist/text/index.js';
import { answerHelp } from './harness/report.js';

answerHelp(`usage: npm run bench -- endings [TEXTS]

False alarms of the judgement of endings, on recordings of the built-in voice in ten languages: TEXTS of each (default 10), by
the nine voices, at seven speeds, and with pauses of 2 and 3.5 s. The end token is far down throughout, which
is the worst case. Then each text behind each other's recording: echoes heard where there is none, and not refuted by the text
spoken again at another pace; and echoes of a recording's last words, slower and faster, that are found.`);

const RATE = 24_000;
const FRAME = 1_920;
const FAR: EndToken = { probability: 1e-14, rank: 2_000 };
const texts = Number(process.argv[2] ?? 10);

/** Room tone behind each third of the speech but the last, 60 dB below full scale. */
function withPauses(samples: Float32Array, seconds: number): Float32Array {
  const pause = Float32Array.from({ length: seconds * RATE }, () => 0.003 * (Math.random() - 0.5));
  const third = Math.ceil(samples.length / 3);
  const part = (index: number) => samples.subarray(index * third, (index + 1) * third);
  return concatenate([part(0), pause, part(1), pause, part(2)]);
}

const VARIANTS: readonly (readonly [name: string, hasty: boolean, change: (samples: Float32Array) => Float32Array])[] =
  [
    ['speed 1', true, (samples) => samples],
    // An instruction asks for less.
    ...[0.5, 0.6, 0.8, 1.5, 2, 4].map(
      (speed) =>
        [`speed ${speed}`, speed > 1, (samples: Float32Array) => stretchTime(samples, RATE, 1 / speed)] as const,
    ),
    ...[2, 3.5].map(
      (seconds) => [`pauses of ${seconds} s`, true, (samples: Float32Array) => withPauses(samples, seconds)] as const,
    ),
  ];

function verdictOn(samples: Float32Array, estimate: number, hasty: boolean): string {
  const judge = new EndingJudge({ estimate, trailing: 1, hasty });
  for (let frame = 0; (frame + 1) * FRAME <= samples.length; frame++) {
    const verdict = judge.frame(frame, samples.subarray(frame * FRAME, (frame + 1) * FRAME), FAR);
    if (verdict) return verdict.kind;
  }
  return judge.end().kind;
}

const PACES = [0.85, 1.15];
const AGAIN = 0.9;
/** The last two words, or as many signs as they have. */
const lastWords = (text: string) => /(?:\S+\s+\S+|[^\s。！？]{6}[。！？]*)$/u.exec(text)?.[0];
const echoes = { judged: 0, alarms: 0, unrefuted: [] as string[], spoken: 0, found: 0, refuted: 0 };
/** Each text behind the recording of each other one, and once with the last words of that first. */
async function echoesOf(
  id: string,
  language: Language,
  utterances: readonly { text: string; samples: Float32Array }[],
) {
  const speak = async (text: string, seed: number) =>
    (await voice.speak(text, { voice: id, language, instruct: '', speed: 1, seed })).samples;
  for (const [index, recording] of utterances.entries()) {
    /** Whether there is an echo, and speech without the transcript, at another pace, refutes it. */
    const judged = async (samples: Float32Array, text: string) => {
      const evidence = evidenceOfEcho(recording.samples, samples);
      if (evidence <= ECHO_EVIDENCE) return 'none';
      const again = stretchTime(await speak(text, index + 100), RATE, AGAIN);
      const isRefuted = new EchoError(0, { recording: recording.samples, evidence }).isRefutedBy(again);
      return isRefuted ? 'refuted' : 'echo';
    };
    for (const { text, samples } of utterances) {
      if (text === recording.text) continue;
      const verdict = await judged(samples, text);
      echoes.judged++;
      if (verdict !== 'none') echoes.alarms++;
      if (verdict === 'echo') echoes.unrefuted.push(`${recording.text} | ${text}`);
    }
    const next = utterances.at(index - 1)!.text;
    const words = lastWords(recording.text);
    if (!words) continue;
    const samples = await speak(`${words} ${next}`, index);
    for (const pace of PACES) {
      const verdict = await judged(stretchTime(samples, RATE, pace), next);
      echoes.spoken++;
      if (verdict === 'echo') echoes.found++;
      if (verdict === 'refuted') echoes.refuted++;
    }
  }
}

const voice = await BuiltinVoice.load();
const counts = new Map<string, { judged: number; alarms: string[] }>(
  VARIANTS.map(([name]) => [name, { judged: 0, alarms: [] }]),
);
for (const language of LANGUAGES) {
  const module = await import(`@ownvoice/tts/dist/text/corpus/${language.toLowerCase()}.js`);
  const [entries] = Object.values(module) as { stays?: string; says?: string; sentences?: string[] }[][];
  const corpus = entries!.map(({ stays, says, sentences }) => stays ?? says ?? sentences!.join(' '));
  const spoken: { id: string; text: string; samples: Float32Array }[] = [];
  for (const [index, input] of corpus.slice(0, texts).entries()) {
    const prepared = prepareText(input, { language: LANGUAGE_CODES[language], voiceLanguage: 'en', normalize: true });
    if (prepared.kind !== 'speakable') continue;
    for (const { id } of VOICES) {
      for (const { text, estimatedSeconds } of prepared.chunks) {
        const { samples } = await voice.speak(text, { voice: id, language, instruct: '', speed: 1, seed: index });
        spoken.push({ id, text, samples });
        for (const [name, hasty, change] of VARIANTS) {
          const verdict = verdictOn(change(samples), (estimatedSeconds * RATE) / FRAME, hasty);
          const count = counts.get(name)!;
          count.judged++;
          if (verdict !== 'ended') count.alarms.push(`${verdict}: ${text}`);
        }
      }
    }
  }
  for (const { id } of VOICES)
    await echoesOf(
      id,
      language,
      spoken.filter((one) => one.id === id),
    );
}
const all = [...counts.values()];
console.log(
  `${all.flatMap(({ alarms }) => alarms).length} false alarms in ${all.reduce((sum, { judged }) => sum + judged, 0)}`,
);
for (const [name, { judged, alarms }] of counts) {
  console.log(`${name}: ${alarms.length} false alarms in ${judged}`);
  for (const alarm of alarms.slice(0, 5)) console.log(`  ${alarm}`);
}
console.log(
  `echoes: ${echoes.alarms} alarms in ${echoes.judged}, ${echoes.unrefuted.length} not refuted; ${echoes.found} of ${echoes.spoken} found, ${echoes.refuted} refuted`,
);
for (const alarm of echoes.unrefuted.slice(0, 20)) console.log(`  ${alarm}`);
