import type { ModelPullOffer, SpeechHealth } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { type FetchState, useFetch } from '../interface/use-fetch.js';
import { useFormat } from '../language/language-provider.js';
import { send, sendJson } from './api.js';
import { ModelChoice } from './model-choice.js';
import { speaksAs, type VoiceKind, variantsFor } from './speech-parameters.js';
import { useText } from './text.js';
import { useRetry } from './use-engine-health.js';

/** What can be installed. Fetched again when an installation ends: a variant is there, and there is less room. */
export function useModelOffer(health: SpeechHealth | undefined): FetchState<ModelPullOffer> {
  const pull = health?.pull?.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state decides when, not what
  const offer = useFetch(useCallback((signal) => sendJson<ModelPullOffer>('/v1/models/pull', { signal }), [pull]));
  useRetry(health, offer);
  return offer;
}

interface ModelCardProps {
  kind: VoiceKind;
  health: SpeechHealth;
  offer: ModelPullOffer | undefined;
  /** Undefined while there is nothing to speak. */
  onListen: (() => void) | undefined;
}

/** Which model generates a kind of voice: how to get or to load it, how far that is, and that it is ready. */
export function ModelCard({ kind, health, offer, onListen }: ModelCardProps) {
  const labels = useText().model;
  const format = useFormat();
  const isLoaded = speaksAs(kind, health);
  const isNews = useNews(isLoaded);
  if (isLoaded) {
    if (!isNews) return null;
    return (
      <section className="model-card row spread small" aria-label={labels.label}>
        <p role="status">{labels.ready({ variant: health.variant })}</p>
        {onListen && (
          <Button variant="primary" onClick={onListen}>
            <Icon name="play" />
            {labels.listen}
          </Button>
        )}
      </section>
    );
  }
  const variants = variantsFor(kind);
  const installation = installationOf(health);
  const isLoading = installation === undefined && health.model.state === 'loading';
  return (
    <section className="model-card stack small" aria-label={labels.label}>
      <p>
        {kind === 'preset' && health.engine === 'builtin'
          ? labels.offer
          : labels.requires({ variants: format.or(variants) })}
      </p>
      {installation !== undefined && (
        <InstallationProgress
          installation={installation}
          canCancel={offer?.allowed === true && health.pull?.state === 'running'}
        />
      )}
      {isLoading && <p role="status">{labels.loading({ variant: health.pull?.variant ?? health.variant })}</p>}
      {installation === undefined && !isLoading && offer !== undefined && (
        <ModelChoice
          variants={offer.variants.filter(({ variant }) => variants.includes(variant))}
          offer={offer}
          health={health}
        />
      )}
    </section>
  );
}

/** Whether a model has become ready while the page was open. */
function useNews(isLoaded: boolean): boolean {
  const [wasMissing, setWasMissing] = useState(false);
  if (!isLoaded && !wasMissing) setWasMissing(true);
  return isLoaded && wasMissing;
}

/** A model that is being downloaded or built now. */
interface Installation {
  readonly variant: string;
  /** 0 to 1. */
  readonly progress: number;
  /** Of a download. */
  readonly bytes: { readonly done: number; readonly total: number } | undefined;
}

/** What is being installed, because this page or `--pull on` asked for it. */
function installationOf({ pull, model, variant }: SpeechHealth): Installation | undefined {
  const isPulling = pull?.state === 'running';
  const { progress, downloaded_bytes: done, total_bytes: total } = isPulling ? pull : model;
  if (progress === undefined) return undefined;
  const bytes = done === undefined || total === undefined ? undefined : { done, total };
  if (isPulling) return { variant: pull.variant, progress, bytes };
  return bytes && { variant, progress, bytes };
}

/** The step of an installation with its share, bytes and speed. */
function InstallationProgress({ installation, canCancel }: { installation: Installation; canCancel: boolean }) {
  const text = useText();
  const labels = text.model;
  const cancelling = useAction();
  const format = useFormat();
  const { variant, progress, bytes } = installation;
  const speed = useSpeed(bytes?.done);
  const cancel = async () => void (await send('/v1/models/pull', { method: 'DELETE' }));
  const step = (bytes === undefined ? labels.building : labels.downloading)({ variant });
  const details = [
    format.percent(progress),
    ...(bytes === undefined ? [] : [labels.bytes({ done: format.size(bytes.done), total: format.size(bytes.total) })]),
    ...(speed === undefined ? [] : [format.megabytesPerSecond(speed)]),
    ...(speed && bytes ? [labels.left({ duration: format.wait(Math.ceil((bytes.total - bytes.done) / speed)) })] : []),
  ];
  return (
    <div className="stack">
      <p role="status">{step}</p>
      <progress aria-label={step} value={progress} />
      <p>{details.join(' · ')}</p>
      <ErrorNotice error={cancelling.error} />
      {canCancel && (
        <div className="row">
          <Button busy={cancelling.busy} onClick={() => void cancelling.run(cancel)}>
            {text.generation.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Bytes a second between the last two values that differ. */
function useSpeed(bytes: number | undefined): number | undefined {
  const last = useRef<{ bytes: number; at: number }>(undefined);
  const [speed, setSpeed] = useState<number>();
  useEffect(() => {
    const before = last.current;
    const at = performance.now();
    if (bytes === undefined || before?.bytes === bytes) return;
    last.current = { bytes, at };
    setSpeed(
      before === undefined || bytes < before.bytes ? undefined : ((bytes - before.bytes) * 1_000) / (at - before.at),
    );
  }, [bytes]);
  return bytes === undefined ? undefined : speed;
}
