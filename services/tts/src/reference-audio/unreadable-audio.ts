/** Why an upload is no usable audio. Its message is meant for the client: a whole sentence, no internals. */
export class UnreadableAudio extends Error {
  override readonly name = 'UnreadableAudio';
}
