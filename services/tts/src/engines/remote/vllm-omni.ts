import { encodeFloatWav } from '@ownvoice/audio';
import { MODEL_VARIANTS, type ModelVariant, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { Type } from 'typebox';
import { EngineError, SAMPLE_RATE, type VoiceSource } from '../engine.js';
import {
  checked,
  chunkOf,
  type EngineProtocol,
  type Exchange,
  expectDone,
  MAX_AUDIO_BYTES,
  MAX_JSON_BYTES,
} from './exchange.js';

const Models = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });
const TASKS = { custom_voice: 'CustomVoice', voice_design: 'VoiceDesign', base: 'Base' } as const;
const SIZES = { '1b7': '1.7B', '0b6': '0.6B' } as const;
/** Of the longest chunk of a text: a GPU that is made for it speaks faster than that is heard. */
const MAX_CHUNK_SECONDS = 30;

/** What such a service does not say. */
interface Assumptions {
  readonly parallel: number;
  readonly variant: ModelVariant | undefined;
}

/** The variant in the name of a released model: Qwen/Qwen3-TTS-12Hz-1.7B-CustomVoice. */
function variantNamed(id: string): ModelVariant | undefined {
  return VARIANT_NAMES.find((name) => {
    const { kind, size } = MODEL_VARIANTS[name];
    return id.toLowerCase().includes(`${SIZES[size]}-${TASKS[kind]}`.toLowerCase());
  });
}

/**
 * vLLM-Omni, as its documentation has it: no seed, no encoded voices, and no word about how much it takes at once. Nobody here
 * has run the real one.
 *
 * @see https://github.com/vllm-project/vllm-omni/blob/f70c7fab4c24804fae948f4f1849656e1f7b743f/docs/serving/speech_api.md
 */
export const vllmOmni = (exchange: Exchange, { parallel, variant: chosen }: Assumptions): EngineProtocol => ({
  async report(signal) {
    const { status } = await exchange('/health', { signal, maxBytes: MAX_JSON_BYTES });
    if (status !== 200) return { state: 'loading', reason: `Its health is ${status}.` };
    const list = await exchange('/v1/models', { signal, maxBytes: MAX_JSON_BYTES });
    const { data } = checked(Models, list, 'The list of models cannot be read.');
    const [variant = chosen] = data.flatMap(({ id }) => variantNamed(id) ?? []);
    if (!variant)
      return { state: 'loading', reason: 'Its model is none of the released ones; --model says which it is.' };
    const plan = { parallel, maxChunkSeconds: MAX_CHUNK_SECONDS };
    const capabilities = {
      variant,
      device: 'n/a',
      precision: 'n/a',
      checkpoint: null,
      ...plan,
      seeded: plan,
      batches: [],
      ignoresSeed: true,
      clonesOnly: true,
    };
    return { state: 'ready', capabilities };
  },

  async synthesize({ text, language, voice, speed }, { signal }) {
    const body = { input: text, language, speed, response_format: 'wav', ...voiceFields(voice) };
    const answer = await exchange('/v1/audio/speech', { body, signal, maxBytes: MAX_AUDIO_BYTES });
    expectDone(answer);
    return chunkOf(answer);
  },

  async encode() {
    throw new EngineError('unsupported', 'vLLM-Omni does not encode voices.');
  },
});

function voiceFields(voice: VoiceSource): object {
  if (voice.kind === 'speech') return { task_type: TASKS.custom_voice, voice: voice.id, instructions: voice.instruct };
  if (voice.kind === 'design') return { task_type: TASKS.voice_design, instructions: voice.description };
  const { reference } = voice;
  if (!('samples' in reference)) throw new EngineError('unsupported', 'vLLM-Omni takes no encoded voices.');
  const wav = Buffer.from(encodeFloatWav(reference.samples, SAMPLE_RATE));
  return {
    task_type: TASKS.base,
    ref_audio: `data:audio/wav;base64,${wav.toString('base64')}`,
    ...(reference.text === undefined ? { x_vector_only_mode: true } : { ref_text: reference.text }),
  };
}
