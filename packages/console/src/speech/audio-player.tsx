import type { ReactNode } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { useFormat } from '../language/language-provider.js';
import { useText } from './text.js';
import type { Track } from './track.js';
import { usePlayer } from './use-player.js';
import { Waveform } from './waveform.js';

interface AudioPlayerProps {
  /** What `Playback` knows the track by. */
  id: string;
  track: Track;
  /** Distinguishes players for screen readers. */
  name: string;
  /** Shown along the waveform. */
  children?: ReactNode;
}

export function AudioPlayer({ id, track, name, children }: AudioPlayerProps) {
  const text = useText();
  const format = useFormat();
  const player = usePlayer(id, track);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="player" role="group" aria-label={name}>
      <Button
        variant="primary"
        className="player-button"
        aria-label={player.playing ? text.player.pause({ name }) : text.player.play({ name })}
        onClick={player.playing ? player.pause : player.play}
      >
        <Icon name={player.playing ? 'pause' : 'play'} />
      </Button>
      <Waveform track={track} player={player}>
        {children}
      </Waveform>
      <span className="player-time">
        {format.clock(player.playing || player.position > 0 ? player.position : player.duration)}
      </span>
    </div>
  );
}
