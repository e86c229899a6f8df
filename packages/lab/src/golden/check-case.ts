import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resampler, readWav } from '@ownvoice/audio';
import { CHAT_TEMPLATES } from '@ownvoice/qwen3-tts/internals/prompt/chat-template';
import type { EncodedReference } from '@ownvoice/qwen3-tts/internals/runtime/reference-encoder';
import { greedySampling } from '@ownvoice/qwen3-tts/internals/runtime/sampling';
import type { SynthesisInput } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import type { CheckContext } from './check-parts.js';
import type { Findings } from './findings.js';
import type { GoldenCase } from './golden-folder.js';

/** A case from text to waveform, with every intermediate tensor that the reference implementation recorded. */
export async function checkCase(context: CheckContext, golden: GoldenCase, findings: Findings): Promise<void> {
  await checkIds(context, golden, findings);
  const reference = await encodeReference(context, golden, findings);
  const request = requestOf(context, golden, reference);
  await checkPrompt(context, golden, request, findings);
  await checkSpeech(context, golden, request, findings);
}

/** The ids of the texts in their templates. */
async function checkIds(
  { golden: { kind }, tokenizer, computed, expected }: CheckContext,
  { name, text, instruct, reference }: GoldenCase,
  findings: Findings,
): Promise<void> {
  const templated = [['text_ids', CHAT_TEMPLATES.text(text)]];
  if (kind !== 'base' && instruct !== '') templated.push(['instruct_ids', CHAT_TEMPLATES.instruct(instruct)]);
  if (reference?.text !== undefined) templated.push(['reference_text_ids', CHAT_TEMPLATES.reference(reference.text)]);
  const found: number[] = [];
  const official: bigint[] = [];
  for (const [part, string] of templated as [string, string][]) {
    const tensor = `${name}.${part}`;
    const ids = tokenizer.encode(string);
    computed.integers(tensor, [ids.length], ids);
    // An instruction that the model ignores is not recorded.
    if (!expected.has(tensor)) continue;
    found.push(...ids);
    official.push(...(await expected.readIntegers(tensor)));
  }
  findings.identical('ids', found, official);
}

async function encodeReference(
  { golden: { folder, tolerances }, expected, computed, model }: CheckContext,
  golden: GoldenCase,
  findings: Findings,
): Promise<EncodedReference | undefined> {
  if (!golden.reference) return undefined;
  const { samples, sampleRate } = readWav(await readFile(join(folder, golden.reference.audio)));
  const encoded = await model.encodeReference(
    new Resampler(sampleRate, model.info.sampleRate).resample(samples),
    // The reference implementation appends no silence to a reference.
    { text: golden.reference.text, trailingSilenceSeconds: 0 },
  );
  const embedding = `${golden.name}.speaker_embedding`;
  computed.reals(embedding, [encoded.speakerEmbedding.length], encoded.speakerEmbedding);
  findings.close('speaker', encoded.speakerEmbedding, await expected.read(embedding), tolerances.speakerEmbedding);
  if (encoded.spoken) {
    const { codes, frames } = encoded.spoken;
    computed.integers(`${golden.name}.reference_codes`, [frames, codes.length / frames], codes);
    findings.identical('reference codes', codes, await expected.readIntegers(`${golden.name}.reference_codes`));
  }
  return encoded;
}

function requestOf(
  { golden: { kind } }: CheckContext,
  { text, language, layout, speaker, instruct }: GoldenCase,
  reference: EncodedReference | undefined,
): SynthesisInput {
  const spoken = { text, language, layout, addedTokens: 'parse' } as const;
  if (kind === 'custom_voice') return { ...spoken, kind, speaker, instruct };
  if (kind === 'voice_design') return { ...spoken, kind, instruct };
  if (!reference) throw new Error('a case of a base checkpoint has no reference audio');
  return { ...spoken, kind, reference };
}

async function checkPrompt(
  { expected, computed, model, golden: { tolerances } }: CheckContext,
  { name, promptLength, trailingLength }: GoldenCase,
  request: SynthesisInput,
  findings: Findings,
): Promise<void> {
  const { inputs, trailing, length, padding } = model.promptVectors(request);
  const rows = trailing.length / padding.length;
  findings.identical('lengths', [length, rows], [promptLength, trailingLength]);
  computed.reals(`${name}.prompt_embeds`, [length, padding.length], inputs);
  computed.reals(`${name}.trailing_text`, [rows, padding.length], trailing);
  findings.relative('prompt', inputs, await expected.read(`${name}.prompt_embeds`), tolerances.firstLogits);
  findings.relative('trailing', trailing, await expected.read(`${name}.trailing_text`), tolerances.firstLogits);
}

async function checkSpeech(
  { expected, computed, model, golden: { tolerances } }: CheckContext,
  { name, endedBy, maxNewTokens }: GoldenCase,
  request: SynthesisInput,
  findings: Findings,
): Promise<void> {
  const spoken = await model.synthesize(request, { seed: 0, sampling: greedySampling(model.config), maxNewTokens });
  const { hidden, logits } = spoken.firstStep;
  computed.reals(`${name}.first_hidden`, [hidden.length], hidden);
  computed.reals(`${name}.first_logits`, [logits.length], logits);
  computed.integers(`${name}.codes`, [spoken.frames, model.config.talker.codeGroups], spoken.codes);
  computed.reals(`${name}.waveform`, [spoken.samples.length], spoken.samples);
  findings.relative('hidden', hidden, await expected.read(`${name}.first_hidden`), tolerances.firstLogits);
  findings.relative('logits', logits, await expected.read(`${name}.first_logits`), tolerances.firstLogits);
  findings.identical(`${spoken.frames} frames`, spoken.codes, await expected.readIntegers(`${name}.codes`));
  findings.identical(`end by ${spoken.endedBy}`, [Number(spoken.endedBy === endedBy)], [1]);
  findings.close('waveform', spoken.samples, await expected.read(`${name}.waveform`), tolerances.waveform);
}
