/** Audio in pieces as one array. */
export function concatenate(pieces: Iterable<Float32Array>): Float32Array {
  const all = [...pieces];
  const whole = new Float32Array(all.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of all) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
