import type { Pronunciation } from '@ownvoice/shared/contract';
import { MAX_PRONUNCIATIONS } from '@ownvoice/shared/contract/speech-limits';
import { Button, IconButton } from '../interface/button.js';
import { TextField } from '../interface/field.js';
import { Icon } from '../interface/icon.js';
import { useText } from './text.js';

interface PronunciationsProps {
  list: readonly Pronunciation[];
  onChange: (list: readonly Pronunciation[]) => void;
}

/** Words, and what is spoken instead. */
export function Pronunciations({ list, onChange }: PronunciationsProps) {
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
