import { useEffect, useId, useState } from 'react';
import { useFormat } from '../language/language-provider.js';
import type { Player } from './audio-focus.js';
import { useText } from './text.js';
import { peaksOf } from './wav.js';

const BARS = 120;
const WIDTH = BARS * 4;
const HEIGHT = 56;

/** The waveform of a clip, overlaid with a slider for seeking. */
export function Waveform({ audio, player }: { audio: Blob; player: Player }) {
  const text = useText();
  const format = useFormat();
  const clip = useId();
  const [peaks, setPeaks] = useState<number[]>([]);
  useEffect(() => {
    let mounted = true;
    peaksOf(audio, BARS).then(
      (next) => mounted && setPeaks(next),
      () => mounted && setPeaks([]),
    );
    return () => {
      mounted = false;
    };
  }, [audio]);

  const highest = Math.max(0.05, ...peaks);
  const path = peaks
    .map((peak, index) => {
      const half = Math.max(1, (peak / highest) * (HEIGHT / 2 - 2));
      return `M${index * 4 + 1.5} ${HEIGHT / 2 - half}v${2 * half}`;
    })
    .join('');
  const played = player.duration > 0 ? (player.position / player.duration) * WIDTH : 0;
  return (
    <div className="waveform">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <clipPath id={clip}>
          <rect width={played} height={HEIGHT} />
        </clipPath>
        <path className="waveform-base" d={path} />
        <path className="waveform-played" d={path} clipPath={`url(#${clip})`} />
      </svg>
      <input
        type="range"
        className="waveform-seek"
        aria-label={text.player.position}
        aria-valuetext={text.player.positionValue({
          position: format.clock(player.position),
          total: format.clock(player.duration),
        })}
        min={0}
        max={Math.max(player.duration, 0.01)}
        step={0.01}
        value={Math.min(player.position, player.duration)}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
    </div>
  );
}
