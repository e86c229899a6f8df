import { MAX_INPUT_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { type KeyboardEvent, useId } from 'react';
import { Preview } from './preview.js';
import { useText } from './text.js';
import type { Chunks } from './use-chunks.js';

const isApple = /^(Mac|iP)/.test(navigator.platform);

interface TextEditorProps {
  value: string;
  /** '' to detect it. */
  selectedLanguage: string;
  chunks: Chunks;
  onChange: (value: string) => void;
  onSubmit: () => void;
}

/** The input text with a live preview of its chunks. */
export function TextEditor({ value, selectedLanguage, chunks, onChange, onSubmit }: TextEditorProps) {
  const labels = useText().editor;
  const id = useId();
  const characters = [...value].length;
  const submitOnCtrlEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <section className="text-editor" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`}>
        <label htmlFor={id}>{labels.label}</label>
      </h2>
      <textarea
        id={id}
        className="text-editor-input"
        rows={6}
        dir="auto"
        value={value}
        placeholder={labels.placeholder}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitOnCtrlEnter}
      />
      <div className="text-editor-footer">
        <span id={`${id}-count`} className={characters > MAX_INPUT_CHARACTERS ? 'text-editor-over-limit' : undefined}>
          {labels.characters({ n: characters, limit: MAX_INPUT_CHARACTERS })}
        </span>
        <span className="text-editor-shortcut">{isApple ? labels.shortcutApple : labels.shortcut}</span>
      </div>
      <Preview chunks={chunks} selectedLanguage={selectedLanguage} />
    </section>
  );
}
