import { useState } from 'react';
import { useAction } from '../interface/use-action.js';
import { type FieldErrors, useProblem } from './problems.js';

export interface Submission {
  busy: boolean;
  /** What the page or the server refuses, by field. */
  fields: FieldErrors;
  /** What the server refuses for another reason. */
  error: unknown;
  /** Counts failed attempts: after each, the form moves the focus to its first refused field. */
  attempt: number;
  /** Sends the form unless the page itself finds a fault. */
  submit(work: () => Promise<void>): void;
  clear(): void;
}

/** @param faults what the page finds wrong with the current values; shown from the first attempt to send them */
export function useSubmission(faults: FieldErrors = {}): Submission {
  const action = useAction();
  const problem = useProblem(action.error);
  const [attempted, setAttempted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const hasFaults = Object.values(faults).some((fault) => fault !== undefined);
  const shown = attempted ? Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) : {};
  const again = () => setAttempt((count) => count + 1);
  return {
    busy: action.busy,
    fields: { ...problem.fields, ...shown },
    error: problem.rest,
    attempt,
    submit(work) {
      setAttempted(true);
      if (hasFaults) {
        action.clear();
        again();
        return;
      }
      void action
        .run(async () => {
          await work();
          setAttempted(false);
        })
        .then(again);
    },
    clear: action.clear,
  };
}
