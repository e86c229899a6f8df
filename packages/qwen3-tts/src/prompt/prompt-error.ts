/** A request that the checkpoint cannot serve: an unknown language or speaker, empty text, another kind of model. */
export class PromptError extends Error {
  override readonly name = 'PromptError';
}
