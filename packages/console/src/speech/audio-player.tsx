import { useEffect, useRef } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { useFormat } from '../language/language-provider.js';
import { usePlayer } from './audio-focus.js';
import { useText } from './text.js';
import { Waveform } from './waveform.js';

interface AudioPlayerProps {
  audio: Blob;
  /** Distinguishes players for screen readers. */
  name: string;
  /** Plays once on mount. */
  autoPlay?: boolean;
}

export function AudioPlayer({ audio, name, autoPlay = false }: AudioPlayerProps) {
  const text = useText();
  const format = useFormat();
  const player = usePlayer(audio);
  const started = useRef(!autoPlay);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    player.play();
  }, [player]);
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
      <Waveform audio={audio} player={player} />
      <span className="player-time">
        {format.clock(player.playing || player.position > 0 ? player.position : player.duration)}
      </span>
    </div>
  );
}
