import { useMemo } from 'react';
import { RequestError } from '../http/request.js';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { useErrorText } from '../interface/notice.js';
import { saveFile } from '../interface/save-file.js';
import { useAction } from '../interface/use-action.js';
import { useFormat } from '../language/language-provider.js';
import { AudioPlayer } from './audio-player.js';
import { type Clip, chunksThatAre, enginesOf } from './clip.js';
import { trackOf, wavOf } from './clip-track.js';
import { useDuration, useSpokenLanguage, useText } from './text.js';
import { readySeconds, type Track } from './track.js';

export const clipElementId = (number: number) => `clip-${number}`;

interface ClipCardProps {
  clip: Clip;
  voiceName: string;
  isGenerating: boolean;
  /** Whether no clip is being generated. */
  canGenerate: boolean;
  onRetry: (index: number) => void;
  onContinue: () => void;
  onRemove: () => void;
}

/** A clip with its player, what is missing of it, and its download. */
export function ClipCard({ clip, voiceName, isGenerating, canGenerate, onRetry, onContinue, onRemove }: ClipCardProps) {
  const labels = useText().history;
  const title = labels.clip({ n: clip.number });
  const track = useMemo(() => trackOf(clip, isGenerating), [clip, isGenerating]);
  const download = useAction();
  const waiting = chunksThatAre(clip, 'waiting').length;
  const ready = chunksThatAre(clip, 'ready').length;
  const doubtful = clip.chunks.flatMap(({ state }, at) => (state.kind === 'ready' && state.isDoubtful ? [at + 1] : []));
  return (
    <li className="clip card stack" id={clipElementId(clip.number)} tabIndex={-1}>
      <header className="row spread">
        <h3>
          {title} <bdi>{voiceName}</bdi>
        </h3>
        <ClipDetails clip={clip} seconds={readySeconds(track)} />
      </header>
      <p className="clip-text muted wrap" dir="auto">
        {clip.parameters.input}
      </p>
      <AudioPlayer id={clip.id} track={track} name={title}>
        <ChunkStrip clip={clip} track={track} />
      </AudioPlayer>
      <SkippedChunks clip={clip} title={title} canGenerate={canGenerate} onRetry={onRetry} />
      {doubtful.length > 0 && <p className="muted small">{labels.doubtful({ chunks: doubtful.join(', ') })}</p>}
      <div className="row">
        {waiting > 0 && !isGenerating && (
          <Button variant="ghost" disabled={!canGenerate} onClick={onContinue}>
            <Icon name="play" />
            {labels.continue({ ready, total: clip.chunks.length })}
          </Button>
        )}
        <Button
          variant="ghost"
          aria-label={`${labels.download}: ${title}`}
          disabled={ready === 0}
          busy={download.busy}
          onClick={() => void download.run(async () => saveFile(await wavOf(clip), `ownvoice-clip-${clip.number}.wav`))}
        >
          <Icon name="download" />
          {labels.download}
        </Button>
        <Button variant="ghost" aria-label={`${labels.remove}: ${title}`} onClick={onRemove}>
          <Icon name="close" />
          {labels.remove}
        </Button>
      </div>
    </li>
  );
}

function ClipDetails({ clip, seconds }: { clip: Clip; seconds: number }) {
  const labels = useText().history;
  const format = useFormat();
  const duration = useDuration();
  const { createdAt, elapsed, detectedLanguage, parameters } = clip;
  const language = useSpokenLanguage()(parameters.language);
  const engines = enginesOf(clip);
  return (
    <p className="muted small">
      {[
        format.dateTime(createdAt),
        detectedLanguage === null
          ? language
          : labels.spokenAs({ detected: format.languageName(detectedLanguage), spoken: language }),
        ...(engines.length === 0 ? [] : [labels.timing({ audio: duration(seconds), elapsed: duration(elapsed) })]),
        ...(engines.includes('builtin') ? [engines.length > 1 ? labels.mixed : labels.builtin] : []),
      ].join(' · ')}
    </p>
  );
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
