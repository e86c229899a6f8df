/**
 * Keeps onnxruntime from reporting to its maker. The official builds do so by default, since 1.29 on Linux and macOS too:
 * models by name and hash, machine, figures of the runs, under an id that is kept in the user's cache folder. The choice
 * is read once, when the first session is made; a worker's environment is a copy, so the main thread has to set it.
 *
 * @see https://github.com/microsoft/onnxruntime/blob/main/docs/Privacy.md
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
