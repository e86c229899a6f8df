/**
 * Turns off onnxruntime's telemetry, which official builds have on by default, since 1.29 on Linux and macOS too: names
 * and hashes of models, the machine, timings, under an id in the user's cache folder. It is read once, with the first
 * session; a worker's environment is a copy, so the main thread sets it.
 *
 * @see https://github.com/microsoft/onnxruntime/blob/main/docs/Privacy.md
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
