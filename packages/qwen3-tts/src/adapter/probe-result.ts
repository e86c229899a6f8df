/** What the probe prints, as JSON behind `PROBE_MARK`. */
export interface ProbeResult {
  /** Why the adapter does not compute; null when it does. */
  readonly failure: string | null;
  readonly shaderF16: boolean | null;
  readonly largestBufferBytes: number | null;
}

export const PROBE_MARK = 'adapter:';
/** Argument of the probe: find out how large a buffer may be, which takes a moment and gigabytes. */
export const TRY_BUFFERS = '--buffers';
