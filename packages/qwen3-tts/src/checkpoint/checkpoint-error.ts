/**
 * An unusable checkpoint: a file is missing, truncated, changed, or of another model. The message is one sentence for the
 * operator that names the file.
 */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
}
