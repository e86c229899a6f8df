import { useEffect, useRef, useState } from 'react';
import { RequestError } from '../http/request.js';
import { saveFile } from '../interface/browser.js';
import { Button, IconButton } from '../interface/button.js';
import type { IconName } from '../interface/icon.js';
import { useErrorText } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { useFormat } from '../language/language-provider.js';
import { PlayButton } from './audio-player.js';
import { type Clip, chunksThatAre, enginesOf } from './clip.js';
import { saveClip, subtitlesOf, trackOf } from './clip-track.js';
import { useDuration, useSpokenLanguage, useText } from './text.js';
import { readySeconds } from './track.js';
import { usePlayback, usePosition } from './use-player.js';

export interface ClipActions {
  play(clip: Clip): void;
  change(change: Partial<Pick<Clip, 'name' | 'starred'>>, clip: Clip): void;
  retry(clip: Clip, indexes: readonly number[]): void;
  /** Generates the clip again with another seed. */
  anotherTake(clip: Clip): void;
  /** Fills the page with its text and settings. */
  reuse(clip: Clip): void;
  remove(clip: Clip): void;
}

export interface ClipCardProps {
  clip: Clip;
  voiceName: string;
  isGenerating: boolean;
  /** Whether no clip is being generated. */
  canGenerate: boolean;
  actions: ClipActions;
}

/** One take: plays it, and has what can be done with it. */
export function ClipCard({ clip, voiceName, isGenerating, canGenerate, actions }: ClipCardProps) {
  const text = useText();
  const labels = text.history;
  const title = clip.name ?? labels.clip({ n: clip.number });
  const { playing } = usePosition(clip.id);
  const playback = usePlayback();
  const [isNaming, setIsNaming] = useState(false);
  const download = useAction();
  const waiting = chunksThatAre(clip, 'waiting').length;
  const ready = chunksThatAre(clip, 'ready').length;
  const doubtful = clip.chunks.flatMap(({ state }, at) => (state.kind === 'ready' && state.isDoubtful ? [at + 1] : []));
  const tool = (icon: IconName, label: string, onClick: () => void, more: { pressed?: boolean } = {}) => (
    <IconButton
      icon={icon}
      label={`${label}: ${title}`}
      title={label}
      aria-pressed={more.pressed}
      disabled={icon === 'download' && ready === 0}
      busy={icon === 'download' && download.busy}
      onClick={onClick}
    />
  );
  return (
    <article className="clip stack">
      <header className="clip-header">
        <PlayButton
          variant="secondary"
          player={{ playing, play: () => actions.play(clip), pause: () => playback.pause(clip.id) }}
          label={(playing ? text.player.pauseOf : text.player.playOf)({ name: title })}
          disabled={ready === 0}
        />
        <div className="clip-title">
          {isNaming ? (
            <NameField
              name={title}
              onEnd={(name) => {
                if (name !== undefined) actions.change({ name }, clip);
                setIsNaming(false);
              }}
            />
          ) : (
            <h3 className="wrap">
              {title} <bdi>{voiceName}</bdi>
            </h3>
          )}
          <ClipDetails clip={clip} />
        </div>
        <div className="clip-tools">
          {tool('star', labels.star, () => actions.change({ starred: !clip.starred }, clip), {
            pressed: clip.starred === true,
          })}
          {tool('pen', labels.rename, () => setIsNaming(true))}
          {tool('subtitles', labels.subtitles, () =>
            saveFile(
              new Blob([subtitlesOf(clip)], { type: 'application/x-subrip' }),
              `ownvoice-clip-${clip.number}.srt`,
            ),
          )}
          {tool('download', labels.download, () => void download.run(() => saveClip(clip)))}
          {tool('close', labels.remove, () => actions.remove(clip))}
        </div>
      </header>
      <SkippedChunks clip={clip} title={title} canGenerate={canGenerate} onRetry={(at) => actions.retry(clip, [at])} />
      {doubtful.length > 0 && <p className="muted small">{labels.doubtful({ chunks: doubtful.join(', ') })}</p>}
      <div className="row">
        {waiting > 0 && !isGenerating && (
          <Button disabled={!canGenerate} onClick={() => actions.retry(clip, chunksThatAre(clip, 'waiting'))}>
            {labels.continue({ ready, total: clip.chunks.length })}
          </Button>
        )}
        <Button variant="ghost" disabled={!canGenerate} onClick={() => actions.anotherTake(clip)}>
          {labels.anotherTake}
        </Button>
        <Button variant="ghost" aria-label={`${labels.useAgain}: ${title}`} onClick={() => actions.reuse(clip)}>
          {labels.useAgain}
        </Button>
      </div>
    </article>
  );
}

/** Enter and leaving the field keep the name, Escape does not. */
function NameField({ name, onEnd }: { name: string; onEnd: (name: string | undefined) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const keep = () => onEnd(field.current?.value.trim() || undefined);
  return (
    <input
      ref={field}
      className="input"
      dir="auto"
      defaultValue={name}
      maxLength={80}
      aria-label={useText().history.rename}
      onBlur={keep}
      onKeyDown={({ key }) => {
        if (key === 'Enter') keep();
        if (key === 'Escape') onEnd(undefined);
      }}
    />
  );
}

function ClipDetails({ clip }: { clip: Clip }) {
  const labels = useText().history;
  const format = useFormat();
  const duration = useDuration();
  const { createdAt, elapsed, detectedLanguage, parameters } = clip;
  const language = useSpokenLanguage()(parameters.language);
  const engines = enginesOf(clip);
  const audio = duration(readySeconds(trackOf(clip, false)));
  return (
    <p className="muted small">
      {[
        format.dateTime(createdAt),
        detectedLanguage === null
          ? language
          : labels.spokenAs({ detected: format.languageName(detectedLanguage), spoken: language }),
        ...(engines.length === 0 ? [] : [labels.timing({ audio, elapsed: duration(elapsed) })]),
        ...(engines.includes('builtin') ? [engines.length > 1 ? labels.mixed : labels.builtin] : []),
        labels.seed({ seed: String(parameters.seed) }),
      ].join(' · ')}
    </p>
  );
}

interface SkippedChunksProps {
  clip: Clip;
  title: string;
  canGenerate: boolean;
  onRetry: (index: number) => void;
}

function SkippedChunks({ clip, title, canGenerate, onRetry }: SkippedChunksProps) {
  const labels = useText().history;
  const errorText = useErrorText();
  const skipped = clip.chunks.flatMap(({ state }, index) => (state.kind === 'skipped' ? [{ index, ...state }] : []));
  if (skipped.length === 0) return null;
  return (
    <ul className="stack">
      {skipped.map(({ index, code, message }) => (
        <li key={index} className="clip-skipped row spread small">
          <span className="wrap">
            {labels.skipped({
              chunk: index + 1,
              reason: errorText(new RequestError(message, 500, code)).join(' '),
            })}
          </span>
          <Button
            variant="ghost"
            aria-label={`${labels.retry({ chunk: index + 1 })}: ${title}`}
            disabled={!canGenerate}
            onClick={() => onRetry(index)}
          >
            {labels.retry({ chunk: index + 1 })}
          </Button>
        </li>
      ))}
    </ul>
  );
}
