import { useEffect, useRef } from 'react';
import { Button } from '../interface/button.js';
import { type Clip, MAX_CLIPS, takesOf } from './clip.js';
import { type ClipActions, ClipCard } from './clip-card.js';
import { useText } from './text.js';
import type { GenerationState } from './use-generation.js';
import { usePlayback, usePosition } from './use-player.js';

interface HistoryProps {
  clips: readonly Clip[];
  /** The clip in the player. */
  current: Clip | undefined;
  state: GenerationState;
  /** Whether a reload keeps the clips. */
  isSaved: boolean;
  nameOf: (clip: Clip) => string;
  actions: ClipActions;
  /** Forgets the clips and the inputs. */
  onClear: () => void;
}

/** The clips, grouped by the text of which they are takes. */
export function History({ clips, current, state, isSaved, nameOf, actions, onClear }: HistoryProps) {
  const labels = useText().history;
  return (
    <section className="history stack" aria-labelledby="history-label">
      <div className="row spread">
        <h2 id="history-label">{labels.label}</h2>
        <Button variant="ghost" onClick={onClear}>
          {labels.clear}
        </Button>
      </div>
      <p className="muted small" role="status">
        {!isSaved && labels.unsaved}
      </p>
      {clips.length === 0 ? (
        <p className="placeholder muted">{labels.empty({ limit: MAX_CLIPS })}</p>
      ) : (
        <ol className="stack" reversed>
          {takesOf(clips).map((takes) => (
            <li key={takes.at(-1)?.id} className="card stack">
              <ReadAlong
                clip={takes.find((clip) => clip === current) ?? takes[0]}
                isOpen={takes.includes(current as Clip)}
              />
              <div className="takes">
                {takes.map((clip) => (
                  <ClipCard
                    key={clip.id}
                    clip={clip}
                    voiceName={nameOf(clip)}
                    isGenerating={state.kind === 'generating' && state.clipId === clip.id}
                    canGenerate={state.kind !== 'generating'}
                    actions={actions}
                  />
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface ReadAlongProps {
  clip: Clip | undefined;
  /** Whether the clip is in the player: its whole text is shown, otherwise two lines. */
  isOpen: boolean;
}

/** The text of a clip, in which the chunk that is heard is marked and kept in view. */
function ReadAlong({ clip, isOpen }: ReadAlongProps) {
  const label = useText().history.text;
  const playback = usePlayback();
  const { playing, position } = usePosition(clip?.id ?? '');
  const heard = clip && (playing || position > 0) ? playback.pieceIndex(clip.id) : -1;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chunk = list.current?.children[heard];
    if (!(list.current && chunk instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = chunk;
    const { scrollTop, clientHeight } = list.current;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop - Math.max(0, clientHeight - offsetHeight) / 2;
  }, [heard]);
  if (clip === undefined) return null;
  if (!isOpen)
    return (
      <p className="clip-text muted wrap" dir="auto">
        {clip.parameters.input}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be focusable
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={list} className="read-along wrap" dir="auto" tabIndex={0} role="group" aria-label={label}>
      {clip.chunks.map(({ text, written = text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by position
        <span key={index} aria-current={index === heard || undefined}>
          {`${written} `}
        </span>
      ))}
    </div>
  );
}
