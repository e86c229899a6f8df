import { type Clip, chunksThatAre } from './clip.js';
import { ClipCard } from './clip-card.js';
import { useText } from './text.js';
import { type Clips, MAX_CLIPS } from './use-clips.js';
import type { Generation } from './use-generation.js';

interface HistoryProps {
  clips: Clips;
  generation: Generation;
  /** The display name of a preset voice. */
  voiceName: (id: string) => string;
}

export function History({ clips, generation, voiceName }: HistoryProps) {
  const labels = useText().history;
  const { state } = generation;
  const nameOf = ({ parameters: { voice }, voice: spoken }: Clip) => {
    if (voice.kind === 'preset') return voiceName(spoken || voice.voice).replaceAll('_', ' ');
    return voice.kind === 'design' ? labels.designed : labels.cloned;
  };
  return (
    <section className="history" aria-labelledby="history-label">
      <h2 id="history-label">{labels.label}</h2>
      {clips.all.length === 0 ? (
        <p className="history-empty">{labels.empty({ limit: MAX_CLIPS })}</p>
      ) : (
        <ol reversed>
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
