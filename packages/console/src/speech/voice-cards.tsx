import { Icon } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { type AnyVoice, isCustom } from './api.js';
import { useSpokenLanguage, useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';
import { useVoiceSamples } from './use-voice-samples.js';
import { VoiceIcon } from './voice-icon.js';
import { isPreset, VOICE_SAMPLES } from './voice-samples.js';

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
        const isPlaying = samples.playing === voice.id;
        const name = voice.name.replaceAll('_', ' ');
        const sample = id === undefined ? text.library.sample : VOICE_SAMPLES[id];
        const description = [
          ...(voice.language === 'auto' ? [] : [languageName(voice.language)]),
          ...(isCustom(voice) ? [text.library.voice] : []),
          ...(id === undefined ? [] : [text.voice.profiles[id]]),
        ];
        return (
          <div key={voice.id} className={`voice voice-${voice.language.toLowerCase()}`}>
            <label className="voice-choice">
              <input
                type="radio"
                name="voice"
                value={voice.id}
                checked={voice.id === selected}
                onChange={() => onSelect(voice.id)}
              />
              <VoiceIcon voice={voice.id} />
              <span className="voice-details">
                <span className="voice-name">
                  <bdi>{name}</bdi>
                </span>
                <span className="voice-description">{description.join(' · ')}</span>
              </span>
            </label>
            <button
              type="button"
              className="voice-sample"
              aria-label={isPlaying ? text.voice.stopSample({ name }) : text.voice.playSample({ name })}
              aria-busy={samples.loading === voice.id || undefined}
              onClick={() => (isPlaying ? samples.stop() : samples.play(voice.id, sample))}
            >
              <Icon name={isPlaying ? 'stop' : 'play'} />
            </button>
          </div>
        );
      })}
      <p className="voice-sample-engine" role="status">
        {samples.engine !== undefined &&
          text.voice.sampleEngine({
            engine: samples.engine === 'builtin' ? text.engine.builtin : (health?.variant ?? samples.engine),
          })}
      </p>
      <ErrorNotice error={samples.error} />
    </fieldset>
  );
}
