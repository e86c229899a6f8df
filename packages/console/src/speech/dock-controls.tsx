import { useEffect, useState } from 'react';
import { Button, IconButton } from '../interface/button.js';
import { useFormat } from '../language/language-provider.js';
import { useText } from './text.js';
import { type Player, usePlayback } from './use-player.js';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** Controls that do something else with the space bar. */
const OWN_SPACE =
  'input:not([type=range]), textarea, select, button, a, summary, [role=tab], [role=dialog] *, [role=alertdialog] *';

/** The space bar plays and pauses, unless the control with the focus needs it. */
export function usePlayKey(player: Player | undefined): void {
  useEffect(() => {
    if (player === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat || (event.target instanceof Element && event.target.matches(OWN_SPACE)))
        return;
      event.preventDefault();
      if (player.playing) player.pause();
      else player.play();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

export function Skip({ player, seconds, disabled }: { player: Player; seconds: number; disabled: boolean }) {
  const labels = useText().player;
  const label = (seconds < 0 ? labels.back : labels.forward)({ seconds: Math.abs(seconds) });
  return (
    <Button
      variant="ghost"
      className="button-icon"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => player.seek(Math.min(player.position + seconds, player.duration))}
    >
      {seconds < 0 ? `−${-seconds}` : `+${seconds}`}
    </Button>
  );
}

export function PlaybackRate() {
  const { rate: label } = useText().player;
  const playback = usePlayback();
  const format = useFormat();
  const [rate, setRate] = useState(playback.rate);
  return (
    <select
      className="dock-rate"
      aria-label={label}
      title={label}
      value={rate}
      onChange={({ target }) => {
        playback.rate = Number(target.value);
        setRate(playback.rate);
      }}
    >
      {RATES.map((one) => (
        <option key={one} value={one}>
          {`${format.number(one)}×`}
        </option>
      ))}
    </select>
  );
}

/** A button that mutes, and a slider where there is room for it. */
export function Volume() {
  const labels = useText().player;
  const playback = usePlayback();
  const [volume, setVolume] = useState(playback.volume);
  const change = (next: number) => {
    playback.volume = next;
    setVolume(next);
  };
  const label = volume === 0 ? labels.unmute : labels.mute;
  return (
    <div className="dock-volume">
      <IconButton icon={volume === 0 ? 'muted' : 'volume'} label={label} onClick={() => change(volume === 0 ? 1 : 0)} />
      <input
        type="range"
        className="range"
        aria-label={labels.volume}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={({ target }) => change(Number(target.value))}
      />
    </div>
  );
}
