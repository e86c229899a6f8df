import './reference-audio.css';
import { DEFAULT_VOICE } from '@ownvoice/shared/contract/voices';
import { TextAreaField } from '../interface/field.js';
import type { FetchState } from '../interface/use-fetch.js';
import type { AnyVoice } from './api.js';
import { SavedVoices } from './library/saved-voices.js';
import { ReferenceAudioField } from './reference-audio-field.js';
import { useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';
import type { VoiceDraft } from './voice-draft.js';

interface CloneTabProps {
  draft: VoiceDraft;
  voices: FetchState<AnyVoice[]>;
  engine: EngineHealth;
  onChange: (change: Partial<VoiceDraft>) => void;
}

/** The voice of a recording, and those that are saved where the service has a library. Loaded when its tab is opened. */
export default function CloneTab({ draft, voices, engine, onChange }: CloneTabProps) {
  const labels = useText().voice;
  const health = engine.kind === 'loaded' ? engine.health : undefined;
  return (
    <>
      <ReferenceAudioField reference={draft.reference} onChange={(reference) => onChange({ reference })} />
      <TextAreaField
        label={labels.transcript}
        hint={labels.transcriptHint}
        rows={3}
        value={draft.transcript}
        onChange={(event) => onChange({ transcript: event.target.value })}
      />
      {health?.voice_library !== undefined && (
        <SavedVoices
          voices={voices}
          health={health}
          draft={draft}
          onDelete={(id) => id === draft.preset && onChange({ preset: DEFAULT_VOICE })}
        />
      )}
    </>
  );
}
