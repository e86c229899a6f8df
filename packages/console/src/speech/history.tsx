import { Button } from '../interface/button.js';
import { type Clip, MAX_CLIPS, takesOf } from './clip.js';
import { type ClipActions, ClipCard } from './clip-card.js';
import { ReadAlong } from './read-along.js';
import { useText } from './text.js';
import type { GenerationState } from './use-generation.js';

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
