const BARS = 56;

/** Loudness of a made-up sentence: three words, each rising and fading, with breath between them. */
function loudness(position: number): number {
  const words = [
    { at: 0.17, width: 0.15, height: 0.62 },
    { at: 0.5, width: 0.18, height: 1 },
    { at: 0.84, width: 0.13, height: 0.5 },
  ];
  const envelope = Math.max(...words.map((w) => w.height * Math.exp(-(((position - w.at) / w.width) ** 2) * 2.4)));
  const syllables = 0.62 + 0.38 * Math.abs(Math.sin(position * 41));
  return Math.max(0.045, envelope * syllables);
}

/** The waveform on the welcome side: a decoration. */
export function Contour() {
  return (
    <svg className="contour" viewBox={`0 0 ${BARS * 8} 120`} aria-hidden="true" focusable="false">
      {Array.from({ length: BARS }, (_, index) => {
        const height = loudness(index / (BARS - 1)) * 112;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places
          <rect key={index} x={index * 8 + 1.5} y={60 - height / 2} width="5" height={height} rx="2.5" />
        );
      })}
    </svg>
  );
}
