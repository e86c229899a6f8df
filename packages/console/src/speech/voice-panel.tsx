import { Tabs } from '@base-ui/react/tabs';
import type { Voice } from '@ownvoice/shared/contract';
import { TextAreaField } from '../interface/field.js';
import { ErrorNotice } from '../interface/notice.js';
import type { FetchState } from '../interface/use-fetch.js';
import { ModelCard } from './model-card.js';
import { ReferenceAudioField } from './reference-audio-field.js';
import type { Reference, VoiceKind } from './speech-parameters.js';
import { useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';
import { VoiceCards } from './voice-cards.js';

/** In the order of the tabs. */
const KINDS: readonly VoiceKind[] = ['preset', 'design', 'clone'];

/** The inputs of all tabs. They are kept when the tab changes. */
export interface VoiceDraft {
  kind: VoiceKind;
  /** The id of a preset voice. */
  preset: string;
  description: string;
  reference: Reference | undefined;
  transcript: string;
}

interface VoicePanelProps {
  draft: VoiceDraft;
  voices: FetchState<Voice[]>;
  engine: EngineHealth;
  onChange: (change: Partial<VoiceDraft>) => void;
}

export function VoicePanel({ draft, voices, engine, onChange }: VoicePanelProps) {
  const labels = useText().voice;
  return (
    <section className="voice-panel" aria-labelledby="voice-label">
      <h2 id="voice-label">{labels.label}</h2>
      <Tabs.Root
        value={draft.kind}
        onValueChange={(value) => onChange({ kind: KINDS.find((kind) => kind === value) ?? 'preset' })}
      >
        <Tabs.List className="tabs" aria-labelledby="voice-label">
          {KINDS.map((kind) => (
            <Tabs.Tab key={kind} value={kind} className="tab">
              {labels.tabs[kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="preset" className="tab-panel">
          <ModelCard kind="preset" engine={engine} />
          <ErrorNotice error={voices.error} />
          <VoiceCards
            voices={voices.value ?? []}
            selected={draft.preset}
            engine={engine}
            loading={voices.loading && voices.value === undefined}
            onSelect={(preset) => onChange({ preset })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="design" className="tab-panel">
          <ModelCard kind="design" engine={engine} />
          <TextAreaField
            label={labels.description}
            hint={labels.descriptionHint}
            placeholder={labels.descriptionExample}
            rows={5}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="clone" className="tab-panel">
          <ModelCard kind="clone" engine={engine} />
          <ReferenceAudioField reference={draft.reference} onChange={(reference) => onChange({ reference })} />
          <TextAreaField
            label={labels.transcript}
            hint={labels.transcriptHint}
            rows={3}
            value={draft.transcript}
            onChange={(event) => onChange({ transcript: event.target.value })}
          />
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}
