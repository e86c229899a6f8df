import { Icon } from '../interface/icon.js';
import { type VoiceKind, variantsFor } from './speech-parameters.js';
import { text } from './text.js';
import type { EngineHealth } from './use-engine-health.js';

const labels = text.voice;

/** The models that generate a kind of voice, and whether the server has loaded one of them. */
export function ModelRequirement({ kind, engine }: { kind: VoiceKind; engine: EngineHealth }) {
  if (engine.kind !== 'loaded') return null;
  const { model_loaded: isLoaded, variant } = engine.health;
  const variants = variantsFor(kind);
  if (isLoaded && variants.includes(variant)) {
    return (
      <p className="model-requirement model-requirement-met">
        <Icon name="check" />
        {labels.supported}
      </p>
    );
  }
  return (
    <p className="model-requirement">
      <Icon name="warning" />
      <span>
        {labels.requires(variants)} {isLoaded ? labels.loaded(variant) : labels.noneLoaded}
      </span>
    </p>
  );
}
