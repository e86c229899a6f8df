/**
 * A model folder that cannot be used: a file missing, cut short, altered, or of another model.
 * The message is one sentence that names the file and can be shown to whoever runs the service.
 */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
}
