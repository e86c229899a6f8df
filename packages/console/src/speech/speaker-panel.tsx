import { Tabs } from '@base-ui/react/tabs';
import type { ModelVariant, Voice } from '@ownvoice/shared/contract';
import { TextAreaField } from '../interface/field.js';
import { Icon } from '../interface/icon.js';
import { Failure } from '../interface/notice.js';
import type { Loaded } from '../interface/use-loaded.js';
import type { Reference, Speaker } from './job.js';
import { ReferenceField } from './reference-field.js';
import { text } from './text.js';
import type { Engine } from './use-engine.js';
import { VoiceCards } from './voice-cards.js';

const words = text.speaker;

/** Everything typed about the speaker. It stays when another tab is looked at. */
export interface SpeakerDraft {
  kind: Speaker['kind'];
  voice: string;
  description: string;
  reference: Reference | undefined;
  transcript: string;
}

interface SpeakerPanelProps {
  draft: SpeakerDraft;
  voices: Loaded<Voice[]>;
  engine: Engine;
  onChange: (change: Partial<SpeakerDraft>) => void;
}

const kinds = ['voice', 'design', 'clone'] as const;
const titles: Record<Speaker['kind'], string> = { voice: words.voices, design: words.design, clone: words.clone };

/** Who speaks: one of the voices, one from a description, or one from a sample. */
export function SpeakerPanel({ draft, voices, engine, onChange }: SpeakerPanelProps) {
  return (
    <section className="speaker" aria-labelledby="speaker-label">
      <h2 id="speaker-label">{words.label}</h2>
      <Tabs.Root
        value={draft.kind}
        onValueChange={(value) => onChange({ kind: kinds.find((kind) => kind === value) ?? 'voice' })}
      >
        <Tabs.List className="tabs" aria-labelledby="speaker-label">
          {kinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind} className="tab">
              {titles[kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="voice" className="tab-panel">
          <Failure error={voices.error} />
          <VoiceCards
            voices={voices.value ?? []}
            chosen={draft.voice}
            asking={voices.loading && voices.value === undefined}
            onChoose={(voice) => onChange({ voice })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="design" className="tab-panel">
          <Needs variants={['voicedesign-1.7b']} engine={engine} />
          <TextAreaField
            label={words.description}
            hint={words.descriptionHint}
            placeholder={words.descriptionExample}
            rows={5}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="clone" className="tab-panel">
          <Needs variants={['base-1.7b', 'base-0.6b']} engine={engine} />
          <ReferenceField reference={draft.reference} onChange={(reference) => onChange({ reference })} />
          <TextAreaField
            label={words.transcript}
            hint={words.transcriptHint}
            rows={3}
            value={draft.transcript}
            onChange={(event) => onChange({ transcript: event.target.value })}
          />
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}

/** Which model this way of speaking needs, and whether it is there. */
function Needs({ variants, engine }: { variants: readonly ModelVariant[]; engine: Engine }) {
  if (engine.kind !== 'known') return null;
  const { model_loaded: loaded, variant } = engine.health;
  if (loaded && variants.includes(variant)) {
    return (
      <p className="needs needs-met">
        <Icon name="check" />
        {words.suits}
      </p>
    );
  }
  return (
    <p className="needs">
      <Icon name="warning" />
      <span>
        {words.needs(variants)} {loaded ? words.loaded(variant) : words.noneLoaded}
      </span>
    </p>
  );
}
