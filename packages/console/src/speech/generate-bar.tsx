import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { ErrorNotice, useErrorText } from '../interface/notice.js';
import { type Clip, chunksThatAre } from './clip.js';
import { clipElementId } from './clip-card.js';
import { trackOf } from './clip-track.js';
import type { Wait } from './generate-chunks.js';
import { useDuration, useText } from './text.js';
import { readySeconds, secondsOf } from './track.js';
import type { Generation } from './use-generation.js';

interface GenerateBarProps {
  generation: Generation;
  /** The clip that is being generated. */
  current: Clip | undefined;
  /** Announced to screen readers. */
  latestClip: Clip | undefined;
  onGenerate: () => void;
}

/** The button that starts or cancels the generation, its progress, and its error. */
export function GenerateBar({ generation, current, latestClip, onGenerate }: GenerateBarProps) {
  const text = useText();
  const labels = text.generation;
  const duration = useDuration();
  const { state } = generation;
  const finished = latestClip && chunksThatAre(latestClip, 'waiting').length === 0 ? latestClip : undefined;
  return (
    <div className="generate-bar stack">
      {state.kind === 'failed' && <ErrorNotice error={state.error} />}
      <div className="row">
        {state.kind === 'generating' ? (
          <>
            <Button className="generate-button" onClick={generation.cancel}>
              <Icon name="stop" />
              {labels.cancel}
            </Button>
            <GenerationProgress clip={current} wait={state.wait} />
          </>
        ) : (
          <Button
            variant="primary"
            className="generate-button"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={onGenerate}
          >
            <Icon name="play" />
            {labels.submit}
          </Button>
        )}
        <p className="muted small" role="status">
          {state.kind === 'cancelled' && labels.cancelled}
          {state.kind === 'idle' &&
            finished &&
            text.history.ready({ n: finished.number, duration: duration(readySeconds(trackOf(finished, false))) })}
        </p>
        {state.kind === 'idle' && latestClip && (
          <Button variant="ghost" onClick={() => document.getElementById(clipElementId(latestClip.number))?.focus()}>
            {text.history.show}
          </Button>
        )}
      </div>
    </div>
  );
}

function GenerationProgress({ clip, wait }: { clip: Clip | undefined; wait: Wait | undefined }) {
  const text = useText();
  const labels = text.generation;
  const errorText = useErrorText();
  const duration = useDuration();
  const total = clip?.chunks.length ?? 0;
  const current = clip ? (chunksThatAre(clip, 'generating')[0] ?? total - 1) : 0;
  return (
    <div className="generation-progress muted small">
      <progress aria-label={labels.progress} max={Math.max(1, total)} value={clip ? current : undefined} />
      <span>
        {clip
          ? labels.chunk({ index: current + 1, total, duration: duration(secondsOf(trackOf(clip, true))) })
          : text.preview.loading}
      </span>
      <span role="status">
        {wait !== undefined && labels.waiting({ reason: errorText(wait.error).join(' '), seconds: wait.seconds })}
      </span>
    </div>
  );
}
