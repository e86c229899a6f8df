const BARS = 56;

/** The amplitude of an invented waveform: three words with pauses, each modulated by syllables. */
function amplitude(position: number): number {
  const words = [
    { at: 0.17, width: 0.15, height: 0.62 },
    { at: 0.5, width: 0.18, height: 1 },
    { at: 0.84, width: 0.13, height: 0.5 },
  ];
  const envelope = Math.max(...words.map((w) => w.height * Math.exp(-(((position - w.at) / w.width) ** 2) * 2.4)));
  const syllables = 0.62 + 0.38 * Math.abs(Math.sin(position * 41));
  return Math.max(0.045, envelope * syllables);
}

/** Decorative waveform next to the sign-in form. */
export function WaveformArt() {
  return (
    <svg className="waveform-art" viewBox={`0 0 ${BARS * 8} 120`} aria-hidden="true" focusable="false">
      {Array.from({ length: BARS }, (_, index) => {
        const height = amplitude(index / (BARS - 1)) * 112;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never reorder
          <rect key={index} x={index * 8 + 1.5} y={60 - height / 2} width="5" height={height} rx="2.5" />
        );
      })}
    </svg>
  );
}
