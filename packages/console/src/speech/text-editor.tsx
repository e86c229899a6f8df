import type { TextChunks } from '@ownvoice/shared/contract';
import { MAX_INPUT_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { type KeyboardEvent, useId } from 'react';
import { useErrorText } from '../interface/notice.js';
import { useFormat } from '../language/language-provider.js';
import { useDuration, useSpokenLanguage, useText } from './text.js';
import { type Chunks, totalSeconds } from './use-chunks.js';

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
    <section className="stack" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`}>
        <label htmlFor={id}>{labels.label}</label>
      </h2>
      <textarea
        id={id}
        className="input text-editor-input"
        rows={6}
        dir="auto"
        value={value}
        placeholder={labels.placeholder}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={submitOnCtrlEnter}
      />
      <div className="row spread muted small">
        <span id={`${id}-count`} className={characters > MAX_INPUT_CHARACTERS ? 'over-limit' : undefined}>
          {labels.characters({ n: characters, limit: MAX_INPUT_CHARACTERS })}
        </span>
        <span className="text-editor-shortcut">{isApple ? labels.shortcutApple : labels.shortcut}</span>
      </div>
      <Preview chunks={chunks} selectedLanguage={selectedLanguage} />
    </section>
  );
}

/** The language of the text, its chunks, and the estimated length of the audio. */
function Preview({ chunks, selectedLanguage }: { chunks: Chunks; selectedLanguage: string }) {
  const labels = useText().preview;
  const duration = useDuration();
  const errorText = useErrorText();
  const { error, loading, value } = chunks;
  if (error !== undefined) {
    return (
      <p className="over-limit small" role="status">
        {errorText(error).join(' ')}
      </p>
    );
  }
  if (value === undefined) {
    return (
      <p className="small" role="status" aria-busy={loading}>
        {loading ? labels.loading : labels.empty}
      </p>
    );
  }
  return (
    <>
      <p className="row small" role="status">
        <strong>
          <LanguageLine chunks={value} selected={selectedLanguage} />
        </strong>
        <span className="muted">
          {labels.size({ chunks: value.chunks.length, duration: duration(totalSeconds(value)) })}
        </span>
      </p>
      <details className="chunks small" open={value.chunks.length > 1 && value.chunks.length <= 6}>
        <summary>{labels.chunks}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable */}
        <ol tabIndex={0} aria-label={labels.chunks}>
          {value.chunks.map((chunk, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by position
            <li key={index} aria-label={labels.chunk({ index: index + 1, total: value.chunks.length })}>
              <span className="chunk-text wrap" dir="auto">
                {chunk.text}
              </span>
              <span className="muted">{duration(chunk.estimated_seconds)}</span>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function LanguageLine({ chunks, selected }: { chunks: TextChunks; selected: string }) {
  const labels = useText().preview;
  const format = useFormat();
  const language = useSpokenLanguage()(chunks.language);
  if (selected !== '') return labels.language({ language });
  if (chunks.language === 'Auto') return labels.undetected;
  const other = chunks.detected_language;
  if (other === null) return labels.detected({ language });
  return labels.detectedOther({ detected: format.languageName(other), spoken: language });
}
