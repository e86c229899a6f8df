import type { TextChunks } from '@ownvoice/shared/contract';
import { type KeyboardEvent, useId } from 'react';
import type { Loaded } from '../interface/use-loaded.js';
import { text } from './text.js';

/** Longest text of one request, in Unicode code points. */
const MOST_CHARACTERS = 10_000;
const words = text.script;

interface ScriptEditorProps {
  value: string;
  chosenLanguage: string;
  chunks: Loaded<TextChunks | undefined>;
  onChange: (value: string) => void;
  onSpeak: () => void;
}

/** The text, and live below it what the engine would be given. */
export function ScriptEditor({ value, chosenLanguage, chunks, onChange, onSpeak }: ScriptEditorProps) {
  const id = useId();
  const characters = [...value].length;
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSpeak();
  };
  return (
    <section className="script" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`}>
        <label htmlFor={id}>{words.label}</label>
      </h2>
      <textarea
        id={id}
        className="script-text"
        rows={6}
        value={value}
        placeholder={words.placeholder}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keys}
      />
      <div className="script-foot">
        <span id={`${id}-count`} className={characters > MOST_CHARACTERS ? 'script-over' : undefined}>
          {words.characters(characters, MOST_CHARACTERS)}
        </span>
        <span className="script-keys">{words.keys}</span>
      </div>
      <Preview chunks={chunks} chosenLanguage={chosenLanguage} />
    </section>
  );
}

function Preview({ chunks, chosenLanguage }: Pick<ScriptEditorProps, 'chunks' | 'chosenLanguage'>) {
  const { error, loading, value } = chunks;
  if (error !== undefined) {
    return (
      <p className="preview-line preview-refused" role="status">
        {error instanceof Error ? error.message : String(error)}
      </p>
    );
  }
  if (value === undefined) {
    return (
      <div className="preview" aria-busy={loading}>
        <p className="preview-line" role="status">
          {loading ? words.reading : words.nothing}
        </p>
      </div>
    );
  }
  const total = value.chunks.reduce((sum, chunk) => sum + chunk.estimated_seconds, 0);
  return (
    <div className="preview">
      <p className="preview-line" role="status">
        <strong>{chosenLanguage === '' ? words.found(value.language) : words.spokenAs(value.language)}</strong>
        <span>{words.length(value.chunks.length, total)}</span>
      </p>
      <div className="ribbon" aria-hidden="true">
        {value.chunks.map((chunk, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is its place in the text
          <span key={index} style={{ flexGrow: Math.max(0.1, chunk.estimated_seconds) }}>
            {index + 1}
          </span>
        ))}
      </div>
      <details className="chunks" open={value.chunks.length > 1 && value.chunks.length <= 6}>
        <summary>{words.chunks}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ol tabIndex={0} aria-label={words.chunks}>
          {value.chunks.map((chunk, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is its place in the text
            <li key={index} aria-label={words.chunk(index + 1, value.chunks.length)}>
              <span className="chunk-text">{chunk.text}</span>
              <span className="chunk-seconds">{text.seconds(chunk.estimated_seconds)}</span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
