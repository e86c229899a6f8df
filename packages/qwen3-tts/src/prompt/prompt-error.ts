/** A request that the loaded checkpoint cannot speak: unknown language or speaker, empty text, wrong kind of model. */
export class PromptError extends Error {
  override readonly name = 'PromptError';
}
