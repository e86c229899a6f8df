import type { Pronunciation } from '@ownvoice/shared/contract';
import { LANGUAGES } from '@ownvoice/shared/contract/languages';
import { followsInstructions, VARIANT_NAMES } from '@ownvoice/shared/contract/models';
import { MAX_PRONUNCIATIONS, MAX_SPEED, MIN_SPEED } from '@ownvoice/shared/contract/speech-limits';
import { useId } from 'react';
import { Button, IconButton } from '../interface/button.js';
import { SelectField, TextField } from '../interface/field.js';
import { Icon } from '../interface/icon.js';
import { useFormat } from '../language/language-provider.js';
import type { DeliveryDraft } from './draft.js';
import { seedText } from './speech-parameters.js';
import { useSpokenLanguage, useText } from './text.js';

/** The variant that takes a style. */
const INSTRUCTED = VARIANT_NAMES.find(followsInstructions) ?? '';
/** In English, which the model was taught its instructions in. */
const STYLES = {
  cheerful: 'Cheerful and lively, with a smile in the voice.',
  calm: 'Calm and slow, with a soft, even voice.',
  whisper: 'In a whisper, very quietly.',
  news: 'Like a news presenter: clear, factual and steady.',
  story: 'Like a storyteller: warm and expressive, with pauses.',
} as const;
const STYLE_NAMES = Object.keys(STYLES) as (keyof typeof STYLES)[];

interface DeliveryProps {
  draft: DeliveryDraft;
  /** Whether the kind of voice accepts a style instruction. */
  hasStyle: boolean;
  /** Whether the loaded model does. */
  ignoresStyle: boolean;
  onChange: (change: Partial<DeliveryDraft>) => void;
}

export function Delivery({ draft, hasStyle, ignoresStyle, onChange }: DeliveryProps) {
  const labels = useText().delivery;
  const nameOf = useSpokenLanguage();
  // What is set there is seen.
  const isOpen = draft.seed !== '' || draft.speed !== 1 || (draft.pronunciations?.length ?? 0) > 0;
  return (
    <section className="delivery stack" aria-labelledby="delivery-label">
      <h2 id="delivery-label">{labels.label}</h2>
      <SelectField label={labels.language} value={draft.language} onChange={(language) => onChange({ language })}>
        <option value="">{labels.detect}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {nameOf(language)}
          </option>
        ))}
      </SelectField>
      {hasStyle && (
        <>
          <TextField
            label={labels.style}
            hint={ignoresStyle ? labels.styleIgnored({ variant: INSTRUCTED }) : labels.styleHint}
            placeholder={labels.styleExample}
            autoComplete="off"
            value={draft.instruct}
            onChange={(instruct) => onChange({ instruct })}
          />
          {!ignoresStyle && (
            <div className="chips row">
              {STYLE_NAMES.map((name) => {
                const isChosen = draft.instruct === STYLES[name];
                return (
                  <Button
                    key={name}
                    className="chip"
                    aria-pressed={isChosen}
                    onClick={() => onChange({ instruct: isChosen ? '' : STYLES[name] })}
                  >
                    {labels.styles[name]}
                  </Button>
                );
              })}
            </div>
          )}
        </>
      )}
      <details className="advanced" open={isOpen}>
        <summary>{labels.advanced}</summary>
        <div className="stack">
          <Speed speed={draft.speed} onChange={(speed) => onChange({ speed })} />
          <TextField
            label={labels.seed}
            hint={labels.seedHint}
            inputMode="numeric"
            autoComplete="off"
            value={draft.seed}
            onChange={(seed) => onChange({ seed: seedText(seed) })}
          />
          <Pronunciations
            list={draft.pronunciations ?? []}
            onChange={(pronunciations) => onChange({ pronunciations })}
          />
        </div>
      </details>
    </section>
  );
}

/** The slider is logarithmic: half and double speed are equally far from the centre. */
function Speed({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) {
  const labels = useText().delivery;
  const speedValue = `${useFormat().number(speed)}×`;
  const id = useId();
  return (
    <div className="field">
      <span className="row spread small">
        <label className="field-label" htmlFor={id}>
          {labels.speed}
        </label>
        <output htmlFor={id}>{speedValue}</output>
      </span>
      <input
        id={id}
        type="range"
        className="range"
        min={Math.log2(MIN_SPEED)}
        max={Math.log2(MAX_SPEED)}
        step={0.1}
        value={Math.log2(speed)}
        aria-valuetext={speedValue}
        onChange={(event) => onChange(Math.round(2 ** Number(event.target.value) * 100) / 100)}
      />
    </div>
  );
}

interface PronunciationsProps {
  list: readonly Pronunciation[];
  onChange: (list: readonly Pronunciation[]) => void;
}

/** Words, and what is spoken instead. */
function Pronunciations({ list, onChange }: PronunciationsProps) {
  const labels = useText().delivery;
  const change = (at: number, part: Partial<Pronunciation>) =>
    onChange(list.map((entry, index) => (index === at ? { ...entry, ...part } : entry)));
  return (
    <fieldset className="stack">
      <legend className="field-label">{labels.pronunciations}</legend>
      {list.map(({ text, say }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are identified by position
        <div key={index} className="pronunciation">
          <TextField label={labels.word} value={text} onChange={(next) => change(index, { text: next })} />
          <TextField label={labels.say} value={say} onChange={(next) => change(index, { say: next })} />
          <IconButton
            icon="close"
            label={labels.removeWord({ word: text })}
            onClick={() => onChange(list.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {list.length < MAX_PRONUNCIATIONS && (
        <div className="row">
          <Button variant="ghost" onClick={() => onChange([...list, { text: '', say: '' }])}>
            <Icon name="plus" />
            {labels.addWord}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
