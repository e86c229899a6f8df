import type { TextChunks } from '@ownvoice/shared/contract';
import { MAX_INPUT_CHARACTERS } from '@ownvoice/shared/contract/speech-limits';
import { useId, useRef } from 'react';
import { Button, FileButton } from '../interface/button.js';
import { ErrorNotice, useErrorText } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { useFormat } from '../language/language-provider.js';
import { useFileDrop } from './page-events.js';
import { useDuration, useSpokenLanguage, useText } from './text.js';
import { textOfFile } from './text-file.js';
import { type Chunks, totalSeconds } from './use-chunks.js';

interface TextEditorProps {
  value: string;
  /** '' to detect it. */
  selectedLanguage: string;
  chunks: Chunks;
  onChange: (value: string) => void;
  /** Replaces the text by that of a file. */
  onOpen: (value: string) => void;
}

const PAUSE = '[pause 1s]';

/** The input text with a live preview of its chunks. */
export function TextEditor({ value, selectedLanguage, chunks, onChange, onOpen }: TextEditorProps) {
  const labels = useText().editor;
  const id = useId();
  const characters = [...value].length;
  const field = useRef<HTMLTextAreaElement>(null);
  const opening = useAction();
  const open = (file: File) => void opening.run(async () => onOpen(await textOfFile(file, MAX_INPUT_CHARACTERS)));
  useFileDrop(open);
  const insertPause = () => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    field.current?.setRangeText(PAUSE, selectionStart, selectionEnd, 'end');
    onChange(field.current?.value ?? value);
    field.current?.focus();
  };
  return (
    <section className="text-editor stack" aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`}>
        <label htmlFor={id}>{labels.label}</label>
      </h2>
      <ErrorNotice error={opening.error} />
      <textarea
        id={id}
        ref={field}
        className="input text-editor-input"
        rows={6}
        dir="auto"
        value={value}
        placeholder={labels.placeholder}
        aria-describedby={`${id}-count`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="row spread muted small">
        <span id={`${id}-count`} className={characters > MAX_INPUT_CHARACTERS ? 'over-limit' : undefined}>
          {labels.characters({ n: characters, limit: MAX_INPUT_CHARACTERS })}
        </span>
        <div className="row">
          <Button variant="ghost" title={labels.pauseHint} onClick={insertPause}>
            {labels.pause}
          </Button>
          <FileButton accept="text/*,.md,.srt,.vtt" onOpen={open}>
            {labels.open}
          </FileButton>
        </div>
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
      <p className="preview over-limit small" role="status">
        {errorText(error).join(' ')}
      </p>
    );
  }
  if (value === undefined) {
    return (
      <p className="preview small" role="status" aria-busy={loading}>
        {loading ? labels.loading : labels.empty}
      </p>
    );
  }
  return (
    <div className="preview">
      <p className="row small" role="status">
        <strong>
          <LanguageLine chunks={value} selected={selectedLanguage} />
        </strong>
        <span className="muted">
          {labels.size({ chunks: value.chunks.length, duration: duration(totalSeconds(value)) })}
        </span>
      </p>
      <details className="chunks small">
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
    </div>
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
