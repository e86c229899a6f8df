import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../http/request.js';
import { type Speech, speak } from './api.js';
import type { Job } from './job.js';

export type SpeechState =
  | { kind: 'idle' }
  | { kind: 'speaking'; since: number }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown };

export interface SpeechAction {
  state: SpeechState;
  speak(job: Job): void;
  /** Says why the job can't even be sent. */
  refuse(why: string): void;
  cancel(): void;
  /** Takes back what was said about the request before, because another one is being made up. */
  settle(): void;
}

/** One request at a time, that can be given up. */
export function useSpeech(onDone: (speech: Speech, job: Job) => void): SpeechAction {
  const [state, setState] = useState<SpeechState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  return {
    state,
    speak(job) {
      if (running.current !== undefined) return;
      const controller = new AbortController();
      running.current = controller;
      setState({ kind: 'speaking', since: performance.now() });
      speak(job, controller.signal)
        .then((speech) => {
          setState({ kind: 'idle' });
          onDone(speech, job);
        })
        .catch((error: unknown) => setState(isAbort(error) ? { kind: 'cancelled' } : { kind: 'failed', error }))
        .finally(() => {
          running.current = undefined;
        });
    },
    refuse: (why) => setState({ kind: 'failed', error: new Error(why) }),
    cancel: () => running.current?.abort(),
    settle: () => setState((now) => (now.kind === 'failed' || now.kind === 'cancelled' ? { kind: 'idle' } : now)),
  };
}
