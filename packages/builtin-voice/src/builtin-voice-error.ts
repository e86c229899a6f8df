/**
 * Why the built-in voice does not speak.
 *
 * - `not-installed`: an optional package is missing; the message names it.
 * - `unavailable`: the Japanese dictionary cannot be loaded, for instance for lack of memory; a retry may help.
 * - `unknown-voice`: there is no voice of that id.
 * - `inaudible`: nothing in the text is audible.
 */
export type BuiltinVoiceErrorCode = 'not-installed' | 'unavailable' | 'unknown-voice' | 'inaudible';

/** The built-in voice's error; its message is one sentence for the operator. */
export class BuiltinVoiceError extends Error {
  override readonly name = 'BuiltinVoiceError';
  readonly code: BuiltinVoiceErrorCode;

  constructor(code: BuiltinVoiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether `import` failed because a package is not installed. */
export const isNotInstalled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
