import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { buildModel } from '../build/build-model.js';
import { type CheckpointConfig, readCheckpointConfig } from '../checkpoint/config.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { loadModel, type SpeechModel } from '../runtime/speech-model.js';
import { editedCheckpoint, type WeightEdit } from './edited-checkpoint.js';
import { goldenFolder } from './golden-folders.js';

/** What a model that was bent speaks from a frame on; `loop`: a phrase of eight codes. */
type Sound = 'speech' | 'loop' | 'hiss' | 'murmur' | 'room tone' | 'silence';
export type Program = readonly (readonly [from: number, sound: Sound | 'end'])[];

/** Amplitudes of a full-scale square wave, about; syllables have up to this and differ from code to code. */
const AMPLITUDES: Readonly<Record<Sound, number>> = {
  speech: 0.3,
  loop: 0.3,
  hiss: 0.15,
  murmur: 0.03,
  'room tone': 0.001,
  silence: 0,
};

/** Channels of the residual stream. */
const [MARKER, SHARE, CONSTANT, PHRASE] = [0, 1, 2, 8] as const;
const PHRASE_CODES = 8;
/** Codes of codebook 0 for each step of a program. */
const BLOCK = 64;
const SLOPE = 2_000;
const NEVER = -60;
/** Of a prompt without instruction, in a language: those of the chat template and the header, with and without a text token. */
const MARKED = 4;
const POSITIONS = 11;

/**
 * Bends a reduced custom-voice checkpoint so that a text of `tokens` tokens is spoken by a program. One head of the first
 * layer measures the share of text among all positions, which falls frame by frame; each step's codes have logits linear in
 * it, so that one step after the other is the likeliest. The codec makes a square wave of 200 Hz, as loud as codebook 0 says.
 * @param endChance of the end token at every frame, if the program has none
 */
function plantedWeights(
  { textTokens, codecTokens, talker }: CheckpointConfig,
  tokens: number,
  program: Program,
  endChance = 0,
): WeightEdit {
  const lines: { readonly constant: number; readonly slope: number }[] = [];
  for (const [index, [from]] of program.entries()) {
    const share = (tokens + MARKED) / (tokens + POSITIONS + from - 0.5);
    lines.push({ constant: index && lines[index - 1]!.constant + SLOPE * share, slope: index * SLOPE });
  }
  const codesOf = (step: number) => Array.from({ length: BLOCK }, (_, code) => step * BLOCK + code);
  const rowOf = (code: number) => {
    if (code !== codecTokens.eos)
      return program.findIndex(([, sound], step) => sound !== 'end' && codesOf(step).includes(code));
    return program.findIndex(([, sound]) => sound === 'end');
  };
  const amplitudeOf = (code: number) => {
    const sound = program[rowOf(code)]?.[1];
    if (sound === undefined || sound === 'end') return AMPLITUDES.speech;
    // Golden ratio: neighbours differ.
    return AMPLITUDES[sound] * (sound === 'speech' || sound === 'loop' ? 0.2 + 0.8 * ((code * 0.618) % 1) : 1);
  };
  const phrase = program.findIndex(([, sound]) => sound === 'loop');

  return (name, values, shape) => {
    const [, width = 1, taps = 1] = shape;
    /** Zero but for these. */
    const only = (...entries: readonly (readonly [value: number, row: number, column?: number, tap?: number])[]) => {
      values.fill(0);
      for (const [value, row, column = 0, tap = 0] of entries) values[(row * width + column) * taps + tap] = value;
    };
    const rows = (entries: (row: number) => readonly (readonly [value: number, column: number])[]) =>
      only(
        ...Array.from({ length: shape[0]! }, (_, row) =>
          entries(row).map(([value, column]) => [value, row, column] as const),
        ).flat(),
      );
    const { ttsPad, ttsBos } = textTokens;
    const silu = 4 / (1 + Math.exp(-4));
    const normalizedMarker = 4 / Math.sqrt(20 / talker.hiddenSize);

    switch (name) {
      case 'talker.model.text_embedding.weight':
        return rows((id) => (id === ttsPad || id === ttsBos ? [] : [[4, 0]]));
      case 'talker.text_projection.linear_fc1.weight':
        return only([1, 0, 0]);
      case 'talker.text_projection.linear_fc2.weight':
        return only([4 / silu, MARKER, 0]);
      case 'talker.text_projection.linear_fc2.bias':
        return only([2, CONSTANT]);
      case 'talker.model.codec_embedding.weight':
        return rows((code) => {
          const place = phrase < 0 ? -1 : code - phrase * BLOCK;
          return place >= 0 && place < PHRASE_CODES ? [[2, PHRASE + place]] : [];
        });
      case 'talker.codec_head.weight':
        return rows((code) => {
          const step = rowOf(code);
          const place = code - step * BLOCK;
          if (code === codecTokens.eos && endChance > 0)
            // The hidden vector has about this size.
            return [[Math.log((endChance / (1 - endChance)) * 50) / Math.sqrt(talker.hiddenSize), CONSTANT]];
          if (step < 0 || (step === phrase && place >= PHRASE_CODES))
            return [[(code === codecTokens.eos ? 2 : 1) * NEVER, CONSTANT]];
          const { constant, slope } = lines[step]!;
          const line = [
            [constant / 2, CONSTANT],
            [-slope / 4, SHARE],
          ] as const;
          return step === phrase ? [...line, [10, PHRASE + ((place + PHRASE_CODES - 1) % PHRASE_CODES)]] : line;
        });
      case 'talker.model.layers.0.self_attn.v_proj.weight':
        return only([1, 0, MARKER]);
      case 'talker.model.layers.0.self_attn.o_proj.weight':
        return only([4 / normalizedMarker, SHARE, 0]);
      case 'decoder.quantizer.rvq_first.vq.layers.0._codebook.embedding_sum': {
        const level = (code: number) => amplitudeOf(code) / Math.sqrt(32);
        return rows((code) => [
          [1, 0],
          [level(code), 1],
        ]);
      }
      case 'decoder.quantizer.rvq_first.output_proj.weight':
      case 'decoder.pre_transformer.input_proj.weight':
        return only([1, 0, 0], [1, 1, 1]);
      case 'decoder.pre_conv.conv.weight':
        return only([1, 0, 0, taps - 1], [1, 1, 1, taps - 1]);
      case 'decoder.pre_transformer.output_proj.weight':
        return only([1, 0, 1]);
    }
    if (/^talker\.(model|text_projection)\..*(bias|q_proj\.weight|[ov]_proj\.weight|down_proj\.weight)$/.test(name))
      return only();
    if (/^talker\.code_predictor\.model\.codec_embedding/.test(name)) return only();
    if (/^talker\.model\..*norm\.weight$|^decoder\.pre_transformer\.norm\.weight$|cluster_usage$/.test(name))
      values.fill(1);
    if (!name.startsWith('decoder.')) return;
    if (/(rvq_rest\.output_proj\.weight|bias|scale|gamma|alpha|conv2\.conv\.weight)$/.test(name)) return only();
    // A Snake without its sine.
    if (name.endsWith('beta')) values.fill(30);
    if (/^decoder\.(upsample\.\d+\.0|decoder\.\d+\.block\.1)\.conv\.weight$/.test(name)) {
      // Each sample again and again; the first of the four blocks turns every other one over.
      const rate = name.includes('upsample') ? taps : taps / 2;
      const isFirst = name === 'decoder.decoder.1.block.1.conv.weight';
      only(...Array.from({ length: rate }, (_, tap) => [isFirst && tap % 2 === 1 ? -1 : 1, 0, 0, tap] as const));
    } else if (/^decoder\.decoder\.\d+\.conv\.weight$/.test(name)) only([1, 0, 0, taps - 1]);
  };
}

/** Builds and loads a bent model in a folder of its own below `scratch`. */
export async function plantedModel(
  scratch: string,
  text: string,
  ...planted: [Program, number?]
): Promise<SpeechModel> {
  const folder = await mkdtemp(join(scratch, 'model-'));
  const golden = join(goldenFolder('customvoice-0.6b'), 'checkpoint');
  const tokens = (await readTokenizer(golden)).encode(text).length;
  const edit = plantedWeights(await readCheckpointConfig(golden), tokens, ...planted);
  const checkpoint = await editedCheckpoint(golden, join(folder, 'checkpoint'), edit);
  await buildModel({ checkpoint, out: join(folder, 'built'), precision: 'fp32', target: 'cpu' });
  return loadModel({ folder: join(folder, 'built'), threads: 1 });
}
