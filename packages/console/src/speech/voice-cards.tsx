import { ErrorNotice } from '../interface/notice.js';
import { type AnyVoice, isCustom } from './api.js';
import { useSpokenLanguage, useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';
import { isPreset, SampleButton, useVoiceSamples, VOICE_SAMPLES } from './voice-samples.js';

interface VoiceCardsProps {
  voices: AnyVoice[];
  /** The id of the selected voice. */
  selected: string;
  loading: boolean;
  engine: EngineHealth;
  onSelect: (voice: string) => void;
}

/** The voices as radio buttons. The pre-built ones have samples in their native languages, the others in that of the page. */
export function VoiceCards({ voices, selected, loading, engine, onSelect }: VoiceCardsProps) {
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
