/** Logits in a manifest: base64 of float32, little-endian. */
export function encodeLogits(logits: Float32Array): string {
  return Buffer.from(logits.buffer, logits.byteOffset, logits.byteLength).toString('base64');
}

export function decodeLogits(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}
