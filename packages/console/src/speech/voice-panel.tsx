import { Tabs } from '@base-ui/react/tabs';
import { lazy, Suspense } from 'react';
import { TextAreaField } from '../interface/field.js';
import { ErrorNotice } from '../interface/notice.js';
import type { FetchState } from '../interface/use-fetch.js';
import { type AnyVoice, isCustom } from './api.js';
import { ModelCard } from './model-card.js';
import { speaksAs, type VoiceKind } from './speech-parameters.js';
import { useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';
import { VoiceCards } from './voice-cards.js';
import type { VoiceDraft } from './voice-draft.js';

/** Loaded when it is opened. */
const CloneTab = lazy(() => import('./clone-tab.js'));

/** In the order of the tabs. */
const KINDS: readonly VoiceKind[] = ['preset', 'design', 'clone'];

interface VoicePanelProps {
  draft: VoiceDraft;
  voices: FetchState<AnyVoice[]>;
  engine: EngineHealth;
  onChange: (change: Partial<VoiceDraft>) => void;
}

export function VoicePanel({ draft, voices, engine, onChange }: VoicePanelProps) {
  const labels = useText().voice;
  const health = engine.kind === 'loaded' ? engine.health : undefined;
  const canClone = health !== undefined && speaksAs('clone', health);
  const listed = voices.value?.filter((voice) => canClone || !isCustom(voice)) ?? [];
  const selected = listed.find(({ id }) => id === draft.preset);
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
          <ModelCard kind={selected && isCustom(selected) ? 'clone' : 'preset'} engine={engine} />
          <ErrorNotice error={voices.error} />
          <VoiceCards
            voices={listed}
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
          <Suspense>
            <CloneTab draft={draft} voices={voices} engine={engine} onChange={onChange} />
          </Suspense>
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}
