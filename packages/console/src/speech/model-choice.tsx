import type { ModelPullOffer, SpeechHealth } from '@ownvoice/shared/contract';
import { MODEL_VARIANTS } from '@ownvoice/shared/contract/models';
import { useState } from 'react';
import { Button, CopyButton } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { useFormat } from '../language/language-provider.js';
import { send } from './api.js';
import { reasonOf, useText } from './text.js';

/** The download is estimated for a common connection of a home. */
const CONNECTION_BITS_PER_SECOND = 100e6;

type OfferedVariant = ModelPullOffer['variants'][number];

interface ModelChoiceProps {
  /** The variants that generate the wanted kind of voice, at least one. */
  variants: readonly OfferedVariant[];
  offer: ModelPullOffer;
  health: SpeechHealth;
}

/** The variants with what they need, and a button or a command that installs or loads one. */
export function ModelChoice({ variants, offer, health }: ModelChoiceProps) {
  const text = useText();
  const labels = text.model;
  const format = useFormat();
  const request = useAction();
  const [chosen, setChosen] = useState<string>();
  const [healthAtRequest, setHealthAtRequest] = useState<SpeechHealth>();
  // What is installed speaks soonest, then the smallest.
  const [soonest] = variants.toSorted(
    (a, b) => Number(b.installed) - Number(a.installed) || a.download_bytes - b.download_bytes,
  );
  const selected = variants.find(({ variant }) => variant === chosen) ?? soonest;
  if (selected === undefined) return null;
  const { machine } = offer;
  const { pull } = health;
  const failed = pull?.state === 'failed' && pull.variant === selected.variant ? reasonOf(text, pull) : undefined;
  // The next health says whether it is being installed.
  const isWaiting = healthAtRequest === health || pull?.state === 'running';
  const action = selected.installed ? 'load' : 'pull';
  const command = selected.installed
    ? `npm start -- --model ${selected.variant}`
    : `npm run model -- pull ${selected.variant}`;
  return (
    <>
      {variants.length > 1 && (
        <fieldset className="model-variants">
          <legend className="visually-hidden">{labels.variant}</legend>
          {variants.toReversed().map((variant) => (
            <label key={variant.variant} className="model-variant shows-focus">
              <input
                type="radio"
                name={`variant-${variants.map((one) => one.variant).join()}`}
                checked={variant === selected}
                onChange={() => setChosen(variant.variant)}
              />
              <strong>{MODEL_VARIANTS[variant.variant].size === '0b6' ? labels.light : labels.best}</strong>
              <span className="muted">
                {variant.installed ? labels.installed : format.size(variant.download_bytes)}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p className="muted">
        {selected.installed
          ? labels.switchHint
          : labels.needs({
              download: format.size(selected.download_bytes),
              duration: format.wait(Math.ceil((selected.download_bytes * 8) / CONNECTION_BITS_PER_SECOND / 60) * 60),
              disk: format.size(selected.disk_bytes),
              memory: format.size(selected.memory_bytes),
            })}
      </p>
      {!selected.installed && machine.free_disk_bytes < selected.disk_bytes && (
        <Shortage>{labels.diskShort({ disk: format.size(selected.disk_bytes) })}</Shortage>
      )}
      {machine.memory_bytes < selected.memory_bytes && (
        <Shortage>{labels.memoryShort({ memory: format.size(selected.memory_bytes) })}</Shortage>
      )}
      {failed !== undefined && (
        <div className="notice notice-error" role="alert">
          <Icon name="warning" />
          <div className="wrap">
            <p>{labels.failed({ variant: selected.variant })}</p>
            <p>{failed}</p>
          </div>
        </div>
      )}
      <ErrorNotice error={request.error} />
      {offer.allowed ? (
        <Button
          variant="primary"
          busy={request.busy || isWaiting}
          onClick={() =>
            void request.run(async () => {
              await send(`/v1/models/${action}`, { method: 'POST', body: { variant: selected.variant } });
              // `/health` has the progress.
              setHealthAtRequest(health);
            })
          }
        >
          {failed === undefined ? labels[action]({ variant: selected.variant }) : text.retry}
        </Button>
      ) : (
        <div className="model-command row">
          <p>{selected.installed ? labels.restart : labels.command}</p>
          <code className="wrap">{command}</code>
          <CopyButton text={command} />
        </div>
      )}
    </>
  );
}

function Shortage({ children }: { children: string }) {
  return (
    <p className="model-note">
      <Icon name="warning" />
      {children}
    </p>
  );
}
