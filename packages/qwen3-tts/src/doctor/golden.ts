import { createHash } from 'node:crypto';
import { messageOf } from '../errors.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { type Finding, ok, unknown } from './finding.js';
import type { InstalledVariant } from './installed-variant.js';

/**
 * The one published greedy run on real weights: base-0.6b in float32, "Hello.", the speaker embedding of
 * `examples/readme_clone_input.wav` of Danmoreng/qwen3-tts.cpp, at most 64 tokens: 63 frames whose codes, as int64, have
 * this hash. A near tie, or an embedding that differs in its last bit, changes it.
 */
const FRAMES = 63;
const CODES = 'f0a9f60c562c2d928335307bde7b5350a39032f6d3c4b942db3b1b36f7d81d9e';
const PROMPT_POSITIONS = 10;
const TRAILING = 2;

/** Compares with it. @returns undefined where it does not apply */
export async function checkGolden(
  model: SpeechModel,
  installed: InstalledVariant,
  published: boolean,
): Promise<Finding | undefined> {
  const { precision, device } = model.info;
  if (installed.variant !== 'base-0.6b' || !published || precision !== 'fp32' || device !== 'cpu') return undefined;
  const check = 'golden run';
  const advice = 'Name readme_clone_input.wav of Danmoreng/qwen3-tts.cpp with --reference.';
  if (!installed.reference) return unknown(check, 'the published run needs its recording', advice);
  try {
    const reference = await model.encodeReference(installed.reference);
    const prompt = model.promptVectors({ kind: 'base', text: 'Hello.', language: 'English', reference });
    const trailing = prompt.trailing.length / prompt.padding.length;
    if (prompt.length !== PROMPT_POSITIONS || trailing !== TRAILING) {
      return unknown(
        check,
        `the prompt has ${prompt.length} positions and ${trailing} trailing, not 10 and 2`,
        'Report this.',
      );
    }
    const { codes, frames } = await model.continuation(prompt, FRAMES + 1);
    const bytes = BigInt64Array.from(codes, BigInt);
    const hash = createHash('sha256').update(new Uint8Array(bytes.buffer)).digest('hex');
    if (hash === CODES) return ok(check, `all codes of ${frames} frames are those of the published run`);
    const detail = `${frames} frames, with other codes than the published run: another recording, or a difference in the last bits`;
    return unknown(check, detail, advice);
  } catch (error) {
    return unknown(check, messageOf(error));
  }
}
