/** Kullback-Leibler divergence in nats of the probabilities behind `found` logits from those behind `exact` ones. */
export function divergence(exact: Float32Array, found: Float32Array): number {
  const [p, q] = [logProbabilities(exact), logProbabilities(found)];
  return p.reduce((sum, logP, i) => sum + Math.exp(logP) * (logP - q[i]!), 0);
}

/** NaN is never the largest. */
export function indexOfLargest(values: Float32Array): number {
  return values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);
}

function logProbabilities(logits: Float32Array): number[] {
  const largest = logits[indexOfLargest(logits)]!;
  const total = logits.reduce((sum, value) => sum + Math.exp(value - largest), 0);
  return Array.from(logits, (value) => value - largest - Math.log(total));
}
