/** A built model cannot be used; the message is one sentence for whoever runs it. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
