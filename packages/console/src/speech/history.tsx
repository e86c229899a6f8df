import { useState } from 'react';
import { Button } from '../interface/button.js';
import { Confirm } from '../interface/dialog.js';
import { type Clip, chunksThatAre, MAX_CLIPS } from './clip.js';
import { ClipCard } from './clip-card.js';
import { useText } from './text.js';
import type { Clips } from './use-clips.js';
import type { Generation } from './use-generation.js';

interface HistoryProps {
  clips: Clips;
  generation: Generation;
  /** Whether a reload keeps the clips. */
  isSaved: boolean;
  /** The display name of a preset voice. */
  voiceName: (id: string) => string;
  /** Forgets the clips and the inputs. */
  onClear: () => void;
}

export function History({ clips, generation, isSaved, voiceName, onClear }: HistoryProps) {
  const labels = useText().history;
  const { state } = generation;
  const nameOf = ({ parameters: { voice }, voice: spoken }: Clip) => {
    if (voice.kind === 'preset') return voiceName(spoken || voice.voice).replaceAll('_', ' ');
    return voice.kind === 'design' ? labels.designed : labels.cloned;
  };
  return (
    <section className="stack" aria-labelledby="history-label">
      <div className="row spread">
        <h2 id="history-label">{labels.label}</h2>
        <ClearButton onClear={onClear} />
      </div>
      <p className="muted small" role="status">
        {!isSaved && labels.unsaved}
      </p>
      {clips.all.length === 0 ? (
        <p className="placeholder muted">{labels.empty({ limit: MAX_CLIPS })}</p>
      ) : (
        <ol className="stack" reversed>
          {clips.all.map((clip) => (
            <ClipCard
              key={clip.id}
              clip={clip}
              voiceName={nameOf(clip)}
              isGenerating={state.kind === 'generating' && state.clipId === clip.id}
              canGenerate={state.kind !== 'generating'}
              onRetry={(index) => generation.resume(clip, [index])}
              onContinue={() => generation.resume(clip, chunksThatAre(clip, 'waiting'))}
              onRemove={() => {
                if (state.kind === 'generating' && state.clipId === clip.id) generation.cancel();
                clips.remove(clip.id);
              }}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const labels = useText().history;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setIsAsking(true)}>
        {labels.clear}
      </Button>
      {isAsking && (
        <Confirm
          title={labels.clearTitle}
          description={labels.clearDescription}
          confirm={labels.clear}
          action={{ busy: false, error: undefined }}
          onConfirm={() => {
            onClear();
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
