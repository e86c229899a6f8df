import { useId } from 'react';
import { SelectField, TextField } from '../interface/field.js';
import { languages, text } from './text.js';

const words = text.delivery;

/** How it is said, as typed. */
export interface DeliveryDraft {
  language: string;
  instruct: string;
  speed: number;
  seed: string;
}

interface DeliveryProps {
  draft: DeliveryDraft;
  /** Whether the chosen way of speaking takes an instruction. */
  instructable: boolean;
  onChange: (change: Partial<DeliveryDraft>) => void;
}

export function Delivery({ draft, instructable, onChange }: DeliveryProps) {
  return (
    <section className="delivery" aria-labelledby="delivery-label">
      <h2 id="delivery-label">{words.label}</h2>
      <SelectField
        label={words.language}
        value={draft.language}
        onChange={(event) => onChange({ language: event.target.value })}
      >
        <option value="">{words.auto}</option>
        {Object.entries(languages).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <Speed speed={draft.speed} onChange={(speed) => onChange({ speed })} />
      <TextField
        label={words.seed}
        hint={words.seedHint}
        inputMode="numeric"
        autoComplete="off"
        value={draft.seed}
        onChange={(event) => onChange({ seed: event.target.value.replace(/[^0-9-]/g, '') })}
      />
      {instructable && (
        <div className="delivery-instruct">
          <TextField
            label={words.instruct}
            hint={words.instructHint}
            placeholder={words.instructExample}
            autoComplete="off"
            value={draft.instruct}
            onChange={(event) => onChange({ instruct: event.target.value })}
          />
        </div>
      )}
    </section>
  );
}

/** The slider moves in octaves, so that half and double speed are equally far from the middle. */
function Speed({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) {
  const id = useId();
  return (
    <div className="field">
      <span className="speed-label">
        <label className="field-label" htmlFor={id}>
          {words.speed}
        </label>
        <output htmlFor={id}>{words.speedIs(speed)}</output>
      </span>
      <input
        id={id}
        type="range"
        className="range"
        min={-2}
        max={2}
        step={0.1}
        value={Math.log2(speed)}
        aria-valuetext={words.speedIs(speed)}
        onChange={(event) => onChange(Math.round(2 ** Number(event.target.value) * 100) / 100)}
      />
    </div>
  );
}
