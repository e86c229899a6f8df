import type { TextChunks } from '@ownvoice/shared/contract';
import { text } from './text.js';
import { type Chunks, totalSeconds } from './use-chunks.js';

const labels = text.preview;

function languageLine({ language, detected_language: other }: TextChunks, selected: string): string {
  if (selected !== '') return labels.language(language);
  return other === null ? labels.detected(language) : labels.detectedOther(other, language);
}

/** The language of the text, its chunks, and the estimated length of the audio. */
export function Preview({ chunks, selectedLanguage }: { chunks: Chunks; selectedLanguage: string }) {
  const { error, loading, value } = chunks;
  if (error !== undefined) {
    return (
      <p className="preview-line preview-error" role="status">
        {error instanceof Error ? error.message : String(error)}
      </p>
    );
  }
  if (value === undefined) {
    return (
      <div className="preview" aria-busy={loading}>
        <p className="preview-line" role="status">
          {loading ? labels.loading : labels.empty}
        </p>
      </div>
    );
  }
  return (
    <div className="preview">
      <p className="preview-line" role="status">
        <strong>{languageLine(value, selectedLanguage)}</strong>
        <span>{labels.size(value.chunks.length, totalSeconds(value))}</span>
      </p>
      <div className="chunk-bar" aria-hidden="true">
        {value.chunks.map((chunk, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by position
          <span key={index} style={{ flexGrow: Math.max(0.1, chunk.estimated_seconds) }}>
            {index + 1}
          </span>
        ))}
      </div>
      <details className="chunks" open={value.chunks.length > 1 && value.chunks.length <= 6}>
        <summary>{labels.chunks}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be focusable */}
        <ol tabIndex={0} aria-label={labels.chunks}>
          {value.chunks.map((chunk, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by position
            <li key={index} aria-label={labels.chunk(index + 1, value.chunks.length)}>
              <span className="chunk-text">{chunk.text}</span>
              <span className="chunk-seconds">{text.duration(chunk.estimated_seconds)}</span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
