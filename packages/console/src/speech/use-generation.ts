import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../http/request.js';
import { generateSpeech, type SpeechResult } from './api.js';
import type { SpeechParameters } from './speech-parameters.js';
import type { TextSize } from './use-chunks.js';

export type GenerationState =
  | { kind: 'idle' }
  /** `size` is undefined when the chunks of the text were not known at the start. */
  | { kind: 'generating'; startedAt: number; size: TextSize | undefined }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown };

export interface Generation {
  state: GenerationState;
  /** Does nothing while another request is running. */
  start(parameters: SpeechParameters, size: TextSize | undefined): void;
  /** Shows why the request cannot be sent. */
  fail(message: string): void;
  cancel(): void;
  /** Clears the error or the cancellation of the previous request. */
  reset(): void;
}

/** Generates speech, one cancellable request at a time. */
export function useGeneration(onDone: (speech: SpeechResult, parameters: SpeechParameters) => void): Generation {
  const [state, setState] = useState<GenerationState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  return {
    state,
    start(parameters, size) {
      if (running.current !== undefined) return;
      const controller = new AbortController();
      running.current = controller;
      setState({ kind: 'generating', startedAt: performance.now(), size });
      generateSpeech(parameters, controller.signal)
        .then((speech) => {
          setState({ kind: 'idle' });
          onDone(speech, parameters);
        })
        .catch((error: unknown) => setState(isAbort(error) ? { kind: 'cancelled' } : { kind: 'failed', error }))
        .finally(() => {
          running.current = undefined;
        });
    },
    fail: (message) => setState({ kind: 'failed', error: new Error(message) }),
    cancel: () => running.current?.abort(),
    reset: () =>
      setState((current) => (current.kind === 'failed' || current.kind === 'cancelled' ? { kind: 'idle' } : current)),
  };
}
