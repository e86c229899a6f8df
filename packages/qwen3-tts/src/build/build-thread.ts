/** Entry of a build's second thread. Started by `inSecondThread`. */
import { checkpointWeights, openCheckpoint } from '../checkpoint/checkpoint.js';
import { serve } from '../worker-thread.js';
import { referenceFirstLogits } from './first-logits.js';
import type { SecondThreadOptions, SecondThreadResult } from './second-thread.js';
import { writeTextTable } from './text-table.js';
import { describeFile } from './verify.js';

/** Of the thread's time. */
const TABLE_SHARE = 0.7;
const LOGITS_SHARE = 0.85;

async function build(
  { checkpoint: folder, out, type }: SecondThreadOptions,
  _signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<SecondThreadResult> {
  const checkpoint = await openCheckpoint(folder);
  const text = await writeTextTable(checkpoint, out, type, (share) => onShare(share * TABLE_SHARE));
  const firstLogits = await referenceFirstLogits(checkpoint);
  onShare(LOGITS_SHARE);
  const source = await Promise.all((await checkpointWeights(folder)).map((path) => describeFile(folder, path)));
  await checkpoint.close();
  return { text, firstLogits, source };
}

await serve(async () => ({ work: build, close: async () => {} }));
