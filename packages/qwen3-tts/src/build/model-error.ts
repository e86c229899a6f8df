/** A built model cannot be used; the message is one sentence for the operator. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
