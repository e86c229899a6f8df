/** An upload cannot be used. The message is a whole sentence for the client, without internals. */
export class UnreadableAudio extends Error {
  override readonly name = 'UnreadableAudio';
}
