import { Tabs } from '@base-ui/react/tabs';
import { lazy } from 'react';
import { LoadedPart } from '../interface/loaded-part.js';
import { ErrorNotice } from '../interface/notice.js';
import { type AnyVoice, isCustom } from './api.js';
import { ModelCard } from './model-card.js';
import type { VoiceTabProps } from './saved-voices.js';
import { type SpeechParameters, speaksAs, type VoiceKind } from './speech-parameters.js';
import { useSpokenLanguage, useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';
import { isPreset, SampleButton, useVoiceSamples, VOICE_SAMPLES } from './voice-samples.js';

// Loaded when they are opened.
const DesignTab = lazy(() => import('./design-tab.js'));
const CloneTab = lazy(() => import('./clone-tab.js'));

/** In the order of the tabs. */
const KINDS: readonly VoiceKind[] = ['preset', 'design', 'clone'];

interface VoicePanelProps extends VoiceTabProps {
  delivery: Pick<SpeechParameters, 'language' | 'seed'>;
  /** Speaks by the model that has just been installed. */
  onListen: () => void;
}

export function VoicePanel({ delivery, onListen, ...tab }: VoicePanelProps) {
  const { draft, voices, engine, onChange } = tab;
  const labels = useText().voice;
  const health = engine.kind === 'loaded' ? engine.health : undefined;
  const canClone = health !== undefined && speaksAs('clone', health);
  const listed = voices.value?.filter((voice) => canClone || !isCustom(voice)) ?? [];
  // What cannot speak is not first.
  if (canClone) listed.sort((a, b) => Number(isCustom(b)) - Number(isCustom(a)));
  const selected = listed.find(({ id }) => id === draft.preset);
  // Without a recording there is nothing to clone.
  const canListen = draft.kind !== 'clone' || draft.reference !== undefined;
  const model = (kind: VoiceKind) => (
    <ModelCard kind={kind} engine={engine} onListen={canListen ? onListen : undefined} />
  );
  return (
    <section className="voice-panel stack" aria-labelledby="voice-label">
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
        <Tabs.Panel value="preset" className="tab-panel stack">
          {model(selected && isCustom(selected) ? 'clone' : 'preset')}
          <ErrorNotice error={voices.error} />
          <VoiceCards
            voices={listed}
            selected={draft.preset}
            engine={engine}
            loading={voices.loading && voices.value === undefined}
            onSelect={(preset) => onChange({ preset })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="design" className="tab-panel stack">
          {model('design')}
          <LoadedPart>
            <DesignTab {...tab} delivery={delivery} />
          </LoadedPart>
        </Tabs.Panel>
        <Tabs.Panel value="clone" className="tab-panel stack">
          {model('clone')}
          <LoadedPart>
            <CloneTab {...tab} />
          </LoadedPart>
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}

interface VoiceCardsProps {
  voices: AnyVoice[];
  /** The id of the selected voice. */
  selected: string;
  loading: boolean;
  engine: EngineHealth;
  onSelect: (voice: string) => void;
}

/** The voices as radio buttons. The pre-built ones have samples in their native languages, the others in that of the page. */
function VoiceCards({ voices, selected, loading, engine, onSelect }: VoiceCardsProps) {
  const text = useText();
  const languageName = useSpokenLanguage();
  const health = engine.kind === 'loaded' ? engine.health : undefined;
  const samples = useVoiceSamples(`${health?.engine} ${health?.variant}`);
  return (
    <fieldset className="voices" aria-busy={loading}>
      <legend className="visually-hidden">{text.voice.label}</legend>
      {loading && <p role="status">{text.voice.loading}</p>}
      {voices.map((voice) => {
        const id = isPreset(voice.id) ? voice.id : undefined;
        const description = [
          ...(voice.language === 'auto' ? [] : [languageName(voice.language)]),
          ...(isCustom(voice) ? [text.library.voice] : []),
          ...(id === undefined ? [] : [text.voice.profiles[id]]),
        ];
        return (
          <div key={voice.id} className="voice">
            <label className="voice-details wrap">
              <input
                type="radio"
                name="voice"
                value={voice.id}
                checked={voice.id === selected}
                onChange={() => onSelect(voice.id)}
              />
              <strong>
                <bdi>{voice.name.replaceAll('_', ' ')}</bdi>
              </strong>
              <span className="muted small">{description.join(' · ')}</span>
            </label>
            <SampleButton
              samples={samples}
              voice={voice}
              text={id === undefined ? text.library.sample : VOICE_SAMPLES[id]}
            />
          </div>
        );
      })}
      <p className="muted small" role="status">
        {samples.engine !== undefined &&
          text.voice.sampleEngine({
            engine: samples.engine === 'builtin' ? text.engine.builtin : (health?.variant ?? samples.engine),
          })}
      </p>
      <ErrorNotice error={samples.error} />
    </fieldset>
  );
}
