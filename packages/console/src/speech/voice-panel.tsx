import { Tabs } from '@base-ui/react/tabs';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import { ErrorNotice } from '../interface/notice.js';
import { useFormat } from '../language/language-provider.js';
import { type AnyVoice, isCustom } from './api.js';
import { CloneTab } from './clone-tab.js';
import { DesignTab } from './design-tab.js';
import { ModelCard, useModelOffer } from './model-card.js';
import { SAMPLE_TEXTS } from './sample-texts.js';
import type { VoiceTabProps } from './saved-voices.js';
import { type SpeechParameters, speaksAs, type VoiceKind } from './speech-parameters.js';
import { useSpokenLanguage, useText } from './text.js';
import { isPreset, SampleButton, useVoiceSamples } from './voice-samples.js';

/** In the order of the tabs. */
const KINDS: readonly VoiceKind[] = ['preset', 'design', 'clone'];

interface VoicePanelProps extends VoiceTabProps {
  /** The health of the service is not known yet. */
  pending: boolean;
  delivery: Pick<SpeechParameters, 'language' | 'seed'>;
  /** Speaks by the model that has just been installed. */
  onListen: () => void;
}

export function VoicePanel({ pending, delivery, onListen, ...tab }: VoicePanelProps) {
  const { draft, voices, health, onChange } = tab;
  const labels = useText().voice;
  const offer = useModelOffer(health);
  const isPending = pending || voices.pending || offer.pending;
  const canClone = health !== undefined && speaksAs('clone', health);
  const listed = voices.value?.filter((voice) => canClone || !isCustom(voice)) ?? [];
  // What cannot speak is not first.
  if (canClone) listed.sort((a, b) => Number(isCustom(b)) - Number(isCustom(a)));
  const selected = listed.find(({ id }) => id === draft.preset);
  // Without a recording there is nothing to clone.
  const canListen = draft.kind !== 'clone' || draft.reference !== undefined;
  const model = (kind: VoiceKind) =>
    health && <ModelCard kind={kind} health={health} offer={offer.value} onListen={canListen ? onListen : undefined} />;
  return (
    <section className="voice-panel stack" aria-labelledby="voice-label" aria-busy={isPending}>
      <h2 id="voice-label">{labels.label}</h2>
      {isPending ? (
        <p className="skeleton-block muted" role="status">
          {labels.loading}
        </p>
      ) : (
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
              health={health}
              onSelect={(preset) => onChange({ preset })}
            />
          </Tabs.Panel>
          <Tabs.Panel value="design" className="tab-panel stack">
            {model('design')}
            <DesignTab {...tab} delivery={delivery} />
          </Tabs.Panel>
          <Tabs.Panel value="clone" className="tab-panel stack">
            {model('clone')}
            <CloneTab {...tab} />
          </Tabs.Panel>
        </Tabs.Root>
      )}
    </section>
  );
}

interface VoiceCardsProps {
  voices: AnyVoice[];
  /** The id of the selected voice. */
  selected: string;
  health: SpeechHealth | undefined;
  onSelect: (voice: string) => void;
}

/** The voices as radio buttons. The pre-built ones have samples in their native languages, the others in that of the page. */
function VoiceCards({ voices, selected, health, onSelect }: VoiceCardsProps) {
  const text = useText();
  const format = useFormat();
  const languageName = useSpokenLanguage();
  const samples = useVoiceSamples(health);
  return (
    <fieldset className="voices">
      <legend className="visually-hidden">{text.voice.label}</legend>
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
              text={id === undefined ? text.library.sample : SAMPLE_TEXTS[id]}
            />
          </div>
        );
      })}
      <p className="muted small" role="status">
        {samples.by?.(text, format)}
      </p>
      <ErrorNotice error={samples.error} />
    </fieldset>
  );
}
