import { useCallback } from 'react';
import { Icon } from '../interface/icon.js';
import { useFetch } from '../interface/use-fetch.js';
import { useFormat } from '../language/language-provider.js';
import { fetchModelOffer } from './api.js';
import { InstallationProgress, installationOf } from './installation.js';
import { ModelChoice } from './model-choice.js';
import { speaksAs, type VoiceKind, variantsFor } from './speech-parameters.js';
import { useText } from './text.js';
import { type EngineHealth, useRetry } from './use-engine-health.js';

/** Which model generates a kind of voice: whether it is loaded, how far its installation is, or how to get it. */
export function ModelCard({ kind, engine }: { kind: VoiceKind; engine: EngineHealth }) {
  const labels = useText().model;
  const format = useFormat();
  // Fetched again when an installation ends: a variant is there, and there is less room.
  const pull = engine.kind === 'loaded' ? engine.health.pull?.state : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state decides when, not what
  const offer = useFetch(useCallback((signal: AbortSignal) => fetchModelOffer(signal), [pull]));
  useRetry(engine, offer);
  if (engine.kind !== 'loaded') return null;
  const { health } = engine;
  const variants = variantsFor(kind);
  const isInstalled = health.model_loaded || health.asleep === true;
  const isLoaded = speaksAs(kind, health);
  if (isLoaded && kind === 'preset') return null;
  if (isLoaded) {
    return (
      <p className="model-card model-card-met row small">
        <Icon name="check" />
        {labels.supported}
      </p>
    );
  }
  const installation = installationOf(health);
  const isLoading = installation === undefined && health.model.state === 'loading';
  return (
    <section className="model-card stack small" aria-label={labels.label}>
      <p className="model-note">
        <Icon name="warning" />
        <span>
          {kind === 'preset' && health.engine === 'builtin'
            ? labels.robotic
            : labels.requires({ variants: format.or(variants) })}{' '}
          {isInstalled ? labels.loaded({ variant: health.variant }) : labels.noneLoaded}
        </span>
      </p>
      {installation !== undefined && <InstallationProgress installation={installation} />}
      {isLoading && <p role="status">{labels.loading({ variant: health.pull?.variant ?? health.variant })}</p>}
      {installation === undefined && !isLoading && offer.value !== undefined && (
        <ModelChoice
          variants={offer.value.variants.filter(({ variant }) => variants.includes(variant))}
          offer={offer.value}
          health={health}
        />
      )}
    </section>
  );
}
