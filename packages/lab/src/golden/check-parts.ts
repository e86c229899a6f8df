import { logMel } from '@ownvoice/qwen3-tts/internals/audio/log-mel';
import type { SafetensorsFile } from '@ownvoice/qwen3-tts/internals/checkpoint/safetensors';
import type { TextTokenizer } from '@ownvoice/qwen3-tts/internals/checkpoint/tokenizer';
import type { SpeechModel } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import type { ComputedTensors } from './computed-tensors.js';
import type { Findings } from './findings.js';
import type { GoldenFolder } from './golden-folder.js';
import { SamplingStage } from './sampling-probabilities.js';

export interface CheckContext {
  readonly golden: GoldenFolder;
  readonly expected: SafetensorsFile;
  readonly computed: ComputedTensors;
  readonly tokenizer: TextTokenizer;
  readonly model: SpeechModel;
}

const PROBABILITY_TOLERANCE = 1e-5;

/** Text → ids. */
export async function checkTokenizer({ golden, tokenizer }: CheckContext, findings: Findings): Promise<void> {
  const found = golden.tokenizer.flatMap(({ text }) => tokenizer.encode(text));
  const expected = golden.tokenizer.flatMap(({ ids }) => ids);
  findings.identical(`${golden.tokenizer.length} texts`, found, expected);
}

/** Codes → waveform. */
export async function checkCodec(context: CheckContext, index: string, findings: Findings): Promise<void> {
  const { expected, model, computed, golden } = context;
  const name = `codec.codes.${index}`;
  const codes = Int32Array.from(await expected.readIntegers(name), Number);
  const samples = await model.decode(codes, expected.info(name).shape[0] ?? 0);
  computed.reals(`codec.waveform.${index}`, [samples.length], samples);
  findings.close('waveform', samples, await expected.read(`codec.waveform.${index}`), golden.tolerances.waveform);
}

/** Reference audio → codes, log-mel and speaker embedding. */
export async function checkReferences(context: CheckContext, index: string, findings: Findings): Promise<void> {
  const { expected, model, computed, golden } = context;
  const waveform = await expected.read(`encoder.waveform.${index}`);
  const encoder = await model.references();

  const { codes, frames } = await encoder.encodeCodes(waveform);
  computed.integers(`encoder.codes.${index}`, [frames, codes.length / frames], codes);
  findings.identical('codes', codes, await expected.readIntegers(`encoder.codes.${index}`));

  const { speakerEncoder } = model.config;
  if (!speakerEncoder) throw new Error('this checkpoint has no speaker encoder');
  const mel = logMel(waveform, speakerEncoder.sampleRate, speakerEncoder.melBins);
  computed.reals(`speaker.log_mel.${index}`, [mel.bins, mel.frames], mel.values);
  findings.close('log-mel', mel.values, await expected.read(`speaker.log_mel.${index}`), golden.tolerances.logMel);

  const embedding = await encoder.embedSpeaker(waveform);
  computed.reals(`speaker.embedding.${index}`, [embedding.length], embedding);
  const officialEmbedding = await expected.read(`speaker.embedding.${index}`);
  findings.close('embedding', embedding, officialEmbedding, golden.tolerances.speakerEmbedding);
}

/** Logits → the probabilities that a token is sampled from. */
export async function checkSampling(context: CheckContext, index: string, findings: Findings): Promise<void> {
  const { expected, model, computed } = context;
  const prefix = `sampling.${index}`;
  const [repetitionPenalty, temperature, topK, topP] = await expected.read(`${prefix}.parameters`);
  const history = [...(await expected.readIntegers(`${prefix}.history`))].map(Number);
  await using stage = await SamplingStage.create(model.config);
  const probabilities = await stage.probabilities(await expected.read(`${prefix}.logits`), history, {
    repetitionPenalty: repetitionPenalty ?? 1,
    temperature: temperature ?? 1,
    topK: topK ?? 0,
    topP: topP ?? 1,
  });
  computed.reals(`${prefix}.probabilities`, [probabilities.length], probabilities);
  const official = await expected.read(`${prefix}.probabilities`);
  findings.close('probabilities', probabilities, official, PROBABILITY_TOLERANCE);
}
