import { concatenate, joinSpeech, packSpeech, pauseSeconds } from '@ownvoice/audio';
import { RunawayError, type SpeechModel, type SynthesisInput } from '@ownvoice/qwen3-tts/runtime';
import { type Doubt, SAMPLE_RATE, type SynthesisControl, type SynthesisJob } from '../engine.js';

type Generation = Awaited<ReturnType<SpeechModel['synthesize']>>;

/** Makes another seed of a seed, the same one each time. */
const SECOND_SEED = 0x9e3779b9;
/** A first attempt that took this share of its estimate leaves time for a second one within the chunk's 30 s. */
const BRIEF = 0.25;

/** The end of a sentence or a clause. Latin marks count only before white space, full stops only behind a word. */
const BREAK = /(?:(?<=\p{L}{4})\.|[!?…,;:)\]»”]+)(?=\s)|\s[—–-]+(?=\s)|[。！？，、；：]+["'”’」』）]*/gu;
/** No half is shorter than this share of the text. */
const LEAST_HALF = 0.25;

/** Cuts a text at the break next to its middle; whole where it has none near it. */
export function halves(text: string): string[] {
  const ends = [...text.matchAll(BREAK)].map(({ index, 0: mark }) => index + mark.length);
  const [end = 0] = ends.sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2));
  if (Math.min(end, text.length - end) < LEAST_HALF * text.length) return [text];
  return [text.slice(0, end), text.slice(end)].map((half) => half.trim());
}

/**
 * Speaks a chunk. One that came too early or ran away is spoken once more with another seed: whole if the first attempt was
 * brief, else in two halves, each with a time-out of its own. Codes and frames decide that, never the clock.
 * @param restart begins the time-out of a half
 * @throws RunawayError when no attempt ends
 */
export async function speakSoundly(
  model: SpeechModel,
  input: SynthesisInput,
  { text, seed, reproducible, estimatedSeconds, voice, isBackground }: SynthesisJob,
  { signal, onStart }: SynthesisControl,
  restart: () => void,
): Promise<{ readonly samples: Float32Array; readonly doubt: Doubt | undefined }> {
  const speak = (part: string, partSeed: number, hasty: boolean) => {
    const seconds = (estimatedSeconds * part.length) / text.length;
    const options = { seed: partSeed, reproducible, isBackground, signal, onStart, estimatedSeconds: seconds, hasty };
    return model.synthesize({ ...input, text: part }, options);
  };
  // An instruction or a description may ask for slow speech.
  const first = await attempt(
    speak(text, seed, voice.kind === 'clone' || (voice.kind === 'speech' && !voice.instruct)),
  );
  if (!isRunaway(first) && first.endedBy !== 'too_early')
    return { samples: first.samples, doubt: first.endedBy === 'ran_on' ? doubtOf('cut', first) : undefined };

  const seconds = (first.frames * model.info.samplesPerFrame) / SAMPLE_RATE;
  const parts = seconds > BRIEF * estimatedSeconds ? halves(text) : [text];
  const spoken: Generation[] = [];
  for (const [index, part] of parts.entries()) {
    if (parts.length > 1) restart();
    const again = await attempt(speak(part, (seed ^ (SECOND_SEED + index)) >>> 0, false));
    if (!isRunaway(again)) spoken.push(again);
    else if (isRunaway(first)) throw again;
    else return { samples: first.samples, doubt: doubtOf('short', first) };
  }
  const short = spoken.find(({ endedBy }) => endedBy === 'too_early');
  return { samples: joined(spoken), doubt: short ? doubtOf('short', short) : doubtOf('repeated', spoken.at(-1)!) };
}

const isRunaway = (result: Generation | RunawayError): result is RunawayError => result instanceof RunawayError;

const attempt = (speech: Promise<Generation>): Promise<Generation | RunawayError> =>
  speech.catch((error: unknown) => {
    if (error instanceof RunawayError) return error;
    throw error;
  });

const doubtOf = (kind: Doubt['kind'], { endToken }: Generation): Doubt => ({
  kind,
  endProbability: endToken.probability,
  endRank: endToken.rank,
});

function joined(parts: readonly Generation[]): Float32Array {
  if (parts.length === 1) return parts[0]!.samples;
  const pauseAfter = pauseSeconds('clause');
  const pieces = parts.map(({ samples }) => ({ speech: packSpeech(samples, SAMPLE_RATE), pauseAfter }));
  return concatenate(joinSpeech(pieces, SAMPLE_RATE).blocks);
}
