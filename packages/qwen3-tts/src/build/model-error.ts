/** A built model cannot be used; the message is one sentence for the operator. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** Files are missing or altered, or of another format. */
export class DamagedModelError extends ModelError {
  /** @param problem without a full stop; what helps is the same for all */
  constructor(
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${problem}; build the model again.`, options);
  }
}

/** The runtime does not load a graph: because of the graph, or because the device is lost. */
export class GraphLoadError extends ModelError {}
