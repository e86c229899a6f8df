import { Icon } from '../interface/icon.js';
import { useFormat } from '../language/language-provider.js';
import { type VoiceKind, variantsFor } from './speech-parameters.js';
import { useText } from './text.js';
import type { EngineHealth } from './use-engine-health.js';

/** The models that generate a kind of voice, and whether the server has loaded one of them. */
export function ModelRequirement({ kind, engine }: { kind: VoiceKind; engine: EngineHealth }) {
  const labels = useText().voice;
  const format = useFormat();
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
        {labels.requires({ variants: format.or(variants) })} {isLoaded ? labels.loaded({ variant }) : labels.noneLoaded}
      </span>
    </p>
  );
}
