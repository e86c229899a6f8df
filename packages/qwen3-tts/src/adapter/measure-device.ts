import { execFile } from 'node:child_process';
import { builtEntry } from '@ownvoice/shared/built-entry';
import type { Device } from '@ownvoice/shared/contract/models';

export const MEASURED_MARK = 'real-time factor:';
/** The first run on a GPU compiles every shader. */
const TIMEOUT_MS = 300_000;

/** The real-time factor of one short utterance, or why there is none. */
export type MeasuredDevice =
  | { readonly kind: 'measured'; readonly realTimeFactor: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Measures a device. `threads`: 0 leaves the number to the model. */
export type MeasureDevice = (folder: string, device: Device, threads: number) => Promise<MeasuredDevice>;

/** In a process of its own, which a crash of a driver ends and whose memory is free afterwards. */
export const measureDevice: MeasureDevice = (folder, device, threads) =>
  new Promise((resolve) => {
    const entry = builtEntry(import.meta.url, './measure-process.js').pathname;
    const limits = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, [entry, folder, device, String(threads)], limits, (error, stdout, stderr) => {
      const line = stdout.split('\n').find((text) => text.startsWith(MEASURED_MARK));
      const realTimeFactor = Number(line?.slice(MEASURED_MARK.length));
      if (!error && realTimeFactor > 0) return resolve({ kind: 'measured', realTimeFactor });
      const sentence = /^\w*Error: (.+)$/m.exec(stderr)?.[1];
      const end = `The process ended with ${error?.signal ?? `code ${error?.code ?? 0}`}.`;
      resolve({ kind: 'failed', reason: sentence ?? end });
    });
  });
