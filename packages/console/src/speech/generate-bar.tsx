import { useEffect, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { useFormat } from '../language/language-provider.js';
import { type Clip, clipElementId } from './history.js';
import { useDuration, useText } from './text.js';
import type { TextSize } from './use-chunks.js';
import type { Generation } from './use-generation.js';

interface GenerateBarProps {
  generation: Generation;
  /** Announced to screen readers. */
  latestClip: Clip | undefined;
  onGenerate: () => void;
}

/** The button that starts or cancels the generation, its progress, and its error. */
export function GenerateBar({ generation, latestClip, onGenerate }: GenerateBarProps) {
  const text = useText();
  const labels = text.generation;
  const duration = useDuration();
  const { state } = generation;
  return (
    <div className="generate-bar">
      {state.kind === 'failed' && <ErrorNotice error={state.error} />}
      <div className="generate-row">
        {state.kind === 'generating' ? (
          <>
            <Button className="generate-button" onClick={generation.cancel}>
              <Icon name="stop" />
              {labels.cancel}
            </Button>
            <GenerationProgress startedAt={state.startedAt} size={state.size} />
          </>
        ) : (
          <Button variant="primary" className="generate-button" onClick={onGenerate}>
            <Icon name="play" />
            {labels.submit}
          </Button>
        )}
        <p className="generate-status" role="status">
          {state.kind === 'cancelled' && labels.cancelled}
          {state.kind === 'idle' &&
            latestClip &&
            text.history.ready({ n: latestClip.number, duration: duration(latestClip.speech.seconds) })}
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

/** The server reports no progress of a request, so this shows the size of the work and the elapsed time. */
function GenerationProgress({ startedAt, size }: { startedAt: number; size: TextSize | undefined }) {
  const labels = useText().generation;
  const format = useFormat();
  const duration = useDuration();
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="generation-progress">
      <progress aria-label={labels.progress} />
      <span>
        {size === undefined ? labels.progress : labels.size({ chunks: size.chunks, duration: duration(size.seconds) })}
        {' · '}
        {labels.elapsed({ clock: format.clock((now - startedAt) / 1_000) })}
      </span>
    </div>
  );
}
