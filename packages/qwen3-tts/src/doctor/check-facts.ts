import { checkpointOf } from '../build/manifest.js';
import { readCheckpointConfig } from '../checkpoint/config.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { RELEASES, type Release } from '../download/released-files.js';
import type { PromptPlan } from '../prompt/plan.js';
import { buildPrompt } from '../prompt/prompt.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, failed, ok, orFailed, unknown } from './finding.js';
import { type InstalledVariant, smallFiles } from './installed-variant.js';
import { RELEASED_FACTS, type ReleasedFacts } from './released-facts.js';

/** How many of the codes agree; rounding may turn a near tie, and all that follows it. */
const ENOUGH = 3;

const agreeing = (found: readonly number[], expected: readonly number[]) => {
  const end = expected.findIndex((code, i) => found[i] !== code);
  return end < 0 ? expected.length : end;
};

/** The first codes of codebook 0 of an utterance: Ryan's where there are preset speakers, else of the text alone. */
async function beginningOf(model: SpeechModel, count: number) {
  const { kind } = model.info;
  const prompt =
    kind === 'custom_voice'
      ? model.promptVectors({ kind, text: 'Hello world', speaker: 'ryan', language: 'English', layout: 'streaming' })
      : model.textPrompt('Hello world');
  const { codes } = await model.continuation(prompt, count + 1);
  const { codeGroups } = model.config.talker;
  return Array.from({ length: count }, (_, frame) => [...codes.subarray(frame * codeGroups, (frame + 1) * codeGroups)]);
}

/**
 * Compares a model of the published weights with what public sources recorded of them. Other checks compare a build with
 * itself and with the files next to it; this one fails where both have the same fault.
 * @returns undefined for other weights
 */
export async function checkFacts(
  model: SpeechModel,
  installed: InstalledVariant,
  published: boolean,
): Promise<Finding | undefined> {
  const folder = smallFiles(installed);
  if (!published || folder === undefined) return undefined;
  const { facts } = installed;
  const { kind, size, precision, device } = model.info;
  const check = `facts ${precision}`;
  const advice = `The published weights do not speak as published on ${device}: report this with the whole output.`;
  return orFailed(check, advice, async () => {
    const config = await readCheckpointConfig(folder);
    if (kind === 'custom_voice') {
      const request = { kind, text: 'Hello world', speaker: 'ryan', language: 'English', layout: 'streaming' } as const;
      const plan = buildPrompt(config, await readTokenizer(folder), request);
      const wrong = differenceOf(plan, facts.helloWorld);
      if (wrong) return failed(check, wrong, advice);
    }
    const frames = await beginningOf(model, facts.beginning.length);
    const found = frames.map(([first = -1]) => first);
    const same = agreeing(found, facts.beginning);
    const detail = `codebook 0 begins ${found.join(', ')}, published is ${facts.beginning.join(', ')}`;
    // Sources have a speaker in every prompt; without one only the first frame is certain.
    if (same < (kind === 'custom_voice' ? ENOUGH : 1)) return failed(check, detail, advice);
    if (size === '0b6' && precision === 'fp32') {
      const exact = await exactDifference(model, facts, frames);
      if (exact) return failed(check, exact, advice);
    }
    if (same < found.length) return unknown(check, `${detail}; rounding may explain it`);
    return ok(check, 'the first frames are those that public sources recorded');
  });
}

function differenceOf({ positions, trailing }: PromptPlan, { text, codec }: ReleasedFacts['helloWorld']) {
  const found = [...positions.map((position) => position.text), ...trailing].slice(0, text.length);
  const tokens = positions.flatMap((position) => (position.codec?.kind === 'token' ? [position.codec.id] : []));
  if (`${found}` === `${text}` && `${tokens}` === `${codec}`) return undefined;
  return `The prompt of "Hello world" is ${found} with ${tokens}, published is ${text} with ${codec}.`;
}

/** At 0.6B in float32, of which every code is known. */
async function exactDifference(model: SpeechModel, facts: ReleasedFacts, frames: readonly number[][]) {
  const differing = facts.frames.findIndex((codes, i) => `${codes}` !== `${frames[i]}`);
  if (model.info.kind === 'custom_voice' && differing >= 0)
    return `frame ${differing} is ${frames[differing]}, published is ${facts.frames[differing]}`;
  const { ids, codes } = facts.talkerAlone;
  for (const [i, expected] of codes.entries()) {
    const positions = ids.slice(0, i + 1).map((text) => ({ text }));
    const prompt = model.plannedPrompt({ positions, trailing: [model.config.textTokens.ttsPad], referenceFrames: 0 });
    const { logits } = (await model.continuation(prompt, 1)).firstStep;
    const best = logits.indexOf(Math.max(...logits));
    if (best !== expected)
      return `behind ${ids.slice(0, i + 1)} the talker alone expects ${best}, published is ${expected}`;
  }
  return undefined;
}

/**
 * What a service logs of a model that was loaded: the published weights begin each utterance in one way. Speaks five frames.
 * @returns undefined when all is well, or nothing is known of these weights
 */
export async function unlikeReleased(
  model: SpeechModel,
  variant: keyof typeof RELEASES,
  release: Release = RELEASES[variant],
  { beginning } = RELEASED_FACTS,
): Promise<string | undefined> {
  const weights = release.files.filter(({ path }) => path.endsWith('.safetensors'));
  const source = weights.map(({ path, sha256 }) => ({ path, sha256, size: 0 }));
  if (model.info.checkpoint !== checkpointOf({ source })) return undefined;
  const found = (await beginningOf(model, beginning.length)).map(([first = -1]) => first);
  if (agreeing(found, beginning) > 0) return undefined;
  return `The published weights begin every utterance with the codes ${beginning.join(', ')}, and here with ${found.join(', ')}: speech may be wrong. "npm run model -- doctor ${variant}" finds the cause.`;
}
