import { messageOf } from '../errors.js';

/**
 * What a check found: `ok`; `failed`, which makes the verdict; or `unknown`, because something that it needs is not here.
 */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'failed' | 'unknown';
  /** What was found, with figures. */
  readonly detail: string;
  /** What to do; absent where there is nothing to do. */
  readonly advice?: string | undefined;
  /** The figures behind the detail, for `--json`. */
  readonly figures?: Readonly<Record<string, unknown>> | undefined;
}

type Figures = Finding['figures'];

export const ok = (check: string, detail: string, figures?: Figures): Finding => ({
  check,
  result: 'ok',
  detail,
  figures,
});

export const failed = (check: string, detail: string, advice: string, figures?: Figures): Finding => ({
  check,
  result: 'failed',
  detail,
  advice,
  figures,
});

export const unknown = (check: string, detail: string, advice?: string, figures?: Figures): Finding => ({
  check,
  result: 'unknown',
  detail,
  advice,
  figures,
});

/** What a check found, which fails with what it throws. */
export const orFailed = (check: string, advice: string, find: () => Promise<Finding>): Promise<Finding> =>
  find().catch((error: unknown) => failed(check, messageOf(error), advice));

export const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)} %`;
