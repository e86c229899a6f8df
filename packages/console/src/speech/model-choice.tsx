import type { ModelPullOffer, SpeechHealth } from '@ownvoice/shared/contract';
import { useState } from 'react';
import { Button, CopyButton } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { useFormat } from '../language/language-provider.js';
import { pullModel } from './api.js';
import { reasonOf, useText } from './text.js';

type OfferedVariant = ModelPullOffer['variants'][number];

interface ModelChoiceProps {
  /** The variants that generate the wanted kind of voice, at least one. */
  variants: readonly OfferedVariant[];
  offer: ModelPullOffer;
  health: SpeechHealth;
}

/** The variants with what they need and what the machine has, and a button or a command that installs one. */
export function ModelChoice({ variants, offer, health }: ModelChoiceProps) {
  const text = useText();
  const labels = text.model;
  const format = useFormat();
  const action = useAction();
  const [chosen, setChosen] = useState<string>();
  const [healthAtRequest, setHealthAtRequest] = useState<SpeechHealth>();
  // The smallest one speaks soonest.
  const smallest = variants.toSorted((a, b) => a.download_bytes - b.download_bytes)[0];
  const selected = variants.find(({ variant }) => variant === chosen) ?? smallest;
  if (selected === undefined) return null;
  const { machine } = offer;
  const { pull } = health;
  const failed = pull?.state === 'failed' && pull.variant === selected.variant ? reasonOf(text, pull) : undefined;
  // The next health says whether it is being installed.
  const isWaiting = healthAtRequest === health || pull?.state === 'running';
  const command = selected.installed
    ? `npm start -- --model ${selected.variant}`
    : `npm run model -- pull ${selected.variant}`;
  return (
    <>
      <fieldset className="stack">
        <legend className="visually-hidden">{labels.variant}</legend>
        {variants.map((variant) => (
          <label key={variant.variant}>
            <input
              type="radio"
              name={`variant-${variants.map((one) => one.variant).join()}`}
              checked={variant === selected}
              onChange={() => setChosen(variant.variant)}
            />{' '}
            <strong>{variant.variant}</strong>{' '}
            {variant.installed
              ? labels.installed
              : labels.needs({
                  download: format.size(variant.download_bytes),
                  disk: format.size(variant.disk_bytes),
                  memory: format.size(variant.memory_bytes),
                })}
          </label>
        ))}
      </fieldset>
      <p>
        {labels.machine({
          cores: machine.cores,
          memory: format.size(machine.memory_bytes),
          disk: format.size(machine.free_disk_bytes),
          gpu: machine.gpu ?? labels.noGpu,
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
      <ErrorNotice error={action.error} />
      {offer.allowed && !selected.installed ? (
        <Button
          variant="primary"
          busy={action.busy || isWaiting}
          onClick={() =>
            void action.run(async () => {
              await pullModel(selected.variant);
              setHealthAtRequest(health);
            })
          }
        >
          <Icon name="download" />
          {failed === undefined ? labels.install({ variant: selected.variant }) : text.retry}
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
