import type { Voice } from '@ownvoice/shared/contract';
import { Icon } from '../interface/icon.js';
import { Failure } from '../interface/notice.js';
import { profiles, text } from './text.js';
import { useSamples } from './use-samples.js';
import { VoicePrint } from './voice-print.js';

interface VoiceCardsProps {
  voices: Voice[];
  chosen: string;
  /** The server is still to say which voices there are. */
  asking: boolean;
  onChoose: (voice: string) => void;
}

/** The voices of the server, one to choose; each can be heard in its own language first. */
export function VoiceCards({ voices, chosen, asking, onChoose }: VoiceCardsProps) {
  const samples = useSamples();
  return (
    <fieldset className="voices" aria-busy={asking}>
      <legend className="unseen">{text.speaker.choose}</legend>
      {asking && <p role="status">{text.speaker.asking}</p>}
      {voices.map((voice) => {
        const sounding = samples.sounding === voice.id;
        const profile = profiles[voice.id];
        return (
          <div key={voice.id} className={`voice voice-${voice.language.toLowerCase()}`}>
            <label className="voice-choice">
              <input
                type="radio"
                name="voice"
                value={voice.id}
                checked={voice.id === chosen}
                onChange={() => onChoose(voice.id)}
              />
              <VoicePrint voice={voice.id} />
              <span className="voice-words">
                <span className="voice-name">{voice.name.replaceAll('_', ' ')}</span>
                <span className="voice-who">
                  {voice.language}
                  {profile && ` · ${profile.who}`}
                </span>
              </span>
            </label>
            {profile !== undefined && (
              <button
                type="button"
                className="voice-try"
                aria-label={sounding ? text.speaker.stopTrying(voice.name) : text.speaker.try(voice.name)}
                aria-busy={samples.fetching === voice.id || undefined}
                onClick={() => (sounding ? samples.stop() : samples.play(voice.id, profile.sample))}
              >
                <Icon name={sounding ? 'stop' : 'play'} />
              </button>
            )}
          </div>
        );
      })}
      <Failure error={samples.error} />
    </fieldset>
  );
}
