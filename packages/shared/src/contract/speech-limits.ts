/** Longest text of one request, in Unicode code points. */
export const MAX_INPUT_CHARACTERS = 10_000;
/** Slowest and fastest speaking rate, relative to the voice's own. */
export const MIN_SPEED = 0.25;
export const MAX_SPEED = 4;
/** Reference audio of a clone: shortest and longest, in seconds, and largest upload, in bytes. */
export const MIN_REFERENCE_SECONDS = 3;
export const MAX_REFERENCE_SECONDS = 60;
export const MAX_REFERENCE_BYTES = 25 * 1024 * 1024;
