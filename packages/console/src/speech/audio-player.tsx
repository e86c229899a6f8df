import { type ReactNode, useId, useMemo } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { useFormat } from '../language/language-provider.js';
import { useText } from './text.js';
import { secondsOf, type Track } from './track.js';
import { type Player, usePlayer } from './use-player.js';

interface AudioPlayerProps {
  /** What `Playback` knows the track by. */
  id: string;
  track: Track;
  /** Distinguishes players for screen readers. */
  name: string;
}

export function AudioPlayer({ id, track, name }: AudioPlayerProps) {
  const labels = useText().player;
  const format = useFormat();
  const player = usePlayer(id, track);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="player" role="group" aria-label={name}>
      <PlayButton player={player} label={(player.playing ? labels.pauseOf : labels.playOf)({ name })} />
      <Waveform track={track} player={player} />
      <span className="muted small">
        {format.clock(player.playing || player.position > 0 ? player.position : player.duration)}
      </span>
    </div>
  );
}

interface PlayButtonProps {
  player: Pick<Player, 'playing' | 'play' | 'pause'>;
  label: string;
  variant?: 'primary' | 'secondary';
  disabled?: boolean;
}

export function PlayButton({ player, label, variant = 'primary', disabled = false }: PlayButtonProps) {
  return (
    <Button
      variant={variant}
      className="player-button"
      aria-label={label}
      disabled={disabled}
      onClick={player.playing ? player.pause : player.play}
    >
      <Icon name={player.playing ? 'pause' : 'play'} />
    </Button>
  );
}

const BARS = 120;
const WIDTH = BARS * 4;
const HEIGHT = 56;

interface WaveformProps {
  track: Track;
  player: Player;
  /** Shown along the waveform. */
  children?: ReactNode;
}

/** The waveform of a track, overlaid with a slider for seeking. */
export function Waveform({ track, player, children }: WaveformProps) {
  const text = useText();
  const format = useFormat();
  const clip = useId();
  const path = useMemo(() => pathOf(peaksOf(track, BARS)), [track]);
  const played = player.duration > 0 ? (player.position / player.duration) * WIDTH : 0;
  return (
    <div className="waveform shows-focus">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <clipPath id={clip}>
          <rect width={played} height={HEIGHT} />
        </clipPath>
        <path className="waveform-base" d={path} />
        <path className="waveform-played" d={path} clipPath={`url(#${clip})`} />
      </svg>
      {children}
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

/** The peak of each of `count` equal spans of a track; 0 where it is not ready. */
function peaksOf(track: Track, count: number): number[] {
  const width = secondsOf(track) / count;
  const starts = track.pieces.map((_, index) => secondsOf({ pieces: track.pieces.slice(0, index) }));
  return Array.from({ length: count }, (_, bar) =>
    track.pieces.reduce((most, piece, index) => {
      const from = bar * width - (starts[index] ?? 0);
      if (piece.kind !== 'ready' || from >= piece.seconds || from + width <= 0) return most;
      return Math.max(most, piece.peak(from, from + width));
    }, 0),
  );
}

/** Two pixels at least, so that silence is a dotted line. */
function pathOf(peaks: readonly number[]): string {
  const highest = Math.max(0.05, ...peaks);
  return peaks
    .map((peak, index) => {
      const half = Math.max(1, (peak / highest) * (HEIGHT / 2 - 2));
      return `M${index * 4 + 1.5} ${HEIGHT / 2 - half}v${2 * half}`;
    })
    .join('');
}
