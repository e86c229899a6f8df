import { type ReactNode, useEffect, useState } from 'react';
import { Button, IconButton } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { useErrorText } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { useFormat } from '../language/language-provider.js';
import { PlayButton, Waveform } from './audio-player.js';
import { type Clip, chunksThatAre } from './clip.js';
import { saveClip } from './clip-track.js';
import { usePageEvents } from './page-events.js';
import { useDuration, useText } from './text.js';
import { readySeconds, secondsOf, type Track } from './track.js';
import type { Generation } from './use-generation.js';
import { type Player, usePlayback, usePlayer } from './use-player.js';

const isApple = /^(Mac|iP)/.test(navigator.platform);
const SKIP_SECONDS = 10;
const NOTHING: Track = { pieces: [] };

interface PlayerDockProps {
  generation: Generation;
  /** The clip that is played; undefined before the first one. */
  clip: Clip | undefined;
  track: Track | undefined;
  title: string;
  /** Why nothing can be generated now. */
  obstacle: string | undefined;
  /** An error, or what can be undone. */
  notice: ReactNode;
  /** Undefined while something else is written than a clip. */
  onGenerate: (() => void) | undefined;
}

/** The bar at the bottom of the window: generates, shows the progress, and plays the clip. */
export function PlayerDock({
  generation,
  clip,
  track = NOTHING,
  title,
  obstacle,
  notice,
  onGenerate,
}: PlayerDockProps) {
  const text = useText();
  const labels = text.player;
  const format = useFormat();
  const player = usePlayer(clip?.id ?? '', track);
  const canPlay = readySeconds(track) > 0;
  const download = useAction();
  usePlayKey(canPlay ? player : undefined);
  const isGenerating = generation.state.kind === 'generating';
  return (
    <section className="dock" aria-label={labels.label}>
      <div className="dock-notice">{notice}</div>
      <div className="dock-bar">
        {isGenerating ? (
          <Button className="generate-button" onClick={generation.cancel}>
            <Icon name="stop" />
            {text.generation.cancel}
          </Button>
        ) : (
          onGenerate && (
            <Button
              variant="primary"
              className="generate-button"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title={isApple ? text.editor.shortcutApple : text.editor.shortcut}
              disabled={obstacle !== undefined}
              onClick={onGenerate}
            >
              {text.generation.submit}
            </Button>
          )
        )}
        <div className="dock-controls">
          <Skip player={player} seconds={-SKIP_SECONDS} disabled={!canPlay} />
          <PlayButton player={player} label={player.playing ? labels.pause : labels.play} disabled={!canPlay} />
          <Skip player={player} seconds={SKIP_SECONDS} disabled={!canPlay} />
        </div>
        <div className="dock-track">
          <div className="dock-line small">
            <strong className="dock-title">{title}</strong>
            <DockStatus generation={generation} clip={clip} track={track} obstacle={obstacle} />
          </div>
          <Waveform track={track} player={player}>
            {clip && <ChunkStrip clip={clip} track={track} />}
          </Waveform>
          <span className="dock-clock muted small">
            {format.clock(player.position)} / {format.clock(player.duration)}
          </span>
        </div>
        <PlaybackRate />
        <Volume />
        <IconButton
          icon="download"
          label={labels.download}
          disabled={!canPlay}
          busy={download.busy}
          onClick={() => clip && void download.run(() => saveClip(clip))}
        />
      </div>
    </section>
  );
}

type DockStatusProps = Pick<PlayerDockProps, 'generation' | 'clip' | 'obstacle'> & { track: Track };

/** One line: what hinders, how far the generation is, when the sound starts, or that the clip is ready. */
function DockStatus({ generation: { state, startsAt }, clip, track, obstacle }: DockStatusProps) {
  const text = useText();
  const labels = text.generation;
  const errorText = useErrorText();
  const duration = useDuration();
  const seconds = useSecondsUntil(startsAt);
  if (state.kind !== 'generating') {
    const isReady = clip !== undefined && chunksThatAre(clip, 'waiting').length === 0;
    const ready = () => text.history.ready({ n: clip?.number ?? 0, duration: duration(readySeconds(track)) });
    return (
      <span className="muted wrap" role="status">
        {obstacle ?? (state.kind === 'cancelled' ? labels.cancelled : isReady && ready())}
      </span>
    );
  }
  const total = clip?.chunks.length ?? 0;
  const ended = clip ? total - chunksThatAre(clip, 'waiting').length - chunksThatAre(clip, 'generating').length : 0;
  const isCut = state.clipId !== undefined && clip?.id === state.clipId;
  const { wait } = state;
  return (
    <span className="dock-progress muted">
      <progress aria-label={labels.progress} max={Math.max(1, total)} value={isCut && total > 1 ? ended : undefined} />
      <span>
        {isCut ? labels.chunk({ ready: ended, total, duration: duration(secondsOf(track)) }) : text.preview.loading}
      </span>
      <span role="status">
        {wait !== undefined
          ? labels.waiting({ reason: errorText(wait.error).join(' '), seconds: wait.seconds })
          : seconds !== undefined && labels.startsIn({ seconds })}
      </span>
    </span>
  );
}

/** Whole seconds until a time, counted down. */
function useSecondsUntil(at: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return at === undefined ? undefined : Math.max(1, Math.ceil((at - now) / 1_000));
}

/** The chunks along the waveform, colored by their state. */
function ChunkStrip({ clip, track }: { clip: Clip; track: Track }) {
  if (clip.chunks.length === 1) return null;
  return (
    <div className="strip" aria-hidden="true">
      {clip.chunks.map(({ state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by position
        <span key={index} className={`strip-${state.kind}`} style={{ flexGrow: track.pieces[index]?.seconds ?? 0 }} />
      ))}
    </div>
  );
}

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];
/** Controls that do something else with the space bar. */
const OWN_SPACE =
  'input:not([type=range]), textarea, select, button, a, summary, [role=tab], [role=dialog] *, [role=alertdialog] *';

/** The space bar plays and pauses, unless the control with the focus needs it. */
function usePlayKey(player: Player | undefined): void {
  usePageEvents(['keydown'], (event) => {
    if (player === undefined || event.key !== ' ' || event.repeat) return;
    if (event.target instanceof Element && event.target.matches(OWN_SPACE)) return;
    event.preventDefault();
    if (player.playing) player.pause();
    else player.play();
  });
}

function Skip({ player, seconds, disabled }: { player: Player; seconds: number; disabled: boolean }) {
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

function PlaybackRate() {
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
function Volume() {
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
