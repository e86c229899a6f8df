const BARS = 7;

/** Pseudo-random numbers in [0, 1) that depend only on the name. */
function* pseudoRandom(name: string): Generator<number, never> {
  let state = [...name].reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  );
  for (;;) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_507) ^ Math.imul(state ^ (state >>> 13), 3_266_489_909);
    yield ((state >>> 0) % 1_000) / 1_000;
  }
}

/** A decorative waveform that differs from voice to voice. */
export function VoiceIcon({ voice }: { voice: string }) {
  const numbers = pseudoRandom(voice);
  return (
    <svg className="voice-icon" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">
      <circle cx="20" cy="20" r="20" />
      {Array.from({ length: BARS }, (_, index) => {
        const envelope = 1 - Math.abs(index - (BARS - 1) / 2) / BARS;
        const height = 3 + 21 * envelope * (0.3 + 0.7 * numbers.next().value);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never reorder
          <rect key={index} x={7.5 + index * 3.7} y={20 - height / 2} width="2.4" height={height} rx="1.2" />
        );
      })}
    </svg>
  );
}
