import type { TextChunks } from '@ownvoice/shared/contract';
import { useErrorText } from '../interface/use-error-text.js';
import { useFormat } from '../language/language-provider.js';
import { useDuration, useSpokenLanguage, useText } from './text.js';
import { type Chunks, totalSeconds } from './use-chunks.js';

function LanguageLine({ chunks, selected }: { chunks: TextChunks; selected: string }) {
  const labels = useText().preview;
  const format = useFormat();
  const language = useSpokenLanguage()(chunks.language);
  if (selected !== '') return labels.language({ language });
  const other = chunks.detected_language;
  if (other === null) return labels.detected({ language });
  return labels.detectedOther({ detected: format.languageName(other), spoken: language });
}

/** The language of the text, its chunks, and the estimated length of the audio. */
export function Preview({ chunks, selectedLanguage }: { chunks: Chunks; selectedLanguage: string }) {
  const labels = useText().preview;
  const duration = useDuration();
  const errorText = useErrorText();
  const { error, loading, value } = chunks;
  if (error !== undefined) {
    return (
      <p className="preview-line preview-error" role="status">
        {errorText(error).join(' ')}
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
        <strong>
          <LanguageLine chunks={value} selected={selectedLanguage} />
        </strong>
        <span>{labels.size({ chunks: value.chunks.length, duration: duration(totalSeconds(value)) })}</span>
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
            <li key={index} aria-label={labels.chunk({ index: index + 1, total: value.chunks.length })}>
              <span className="chunk-text" dir="auto">
                {chunk.text}
              </span>
              <span className="chunk-seconds">{duration(chunk.estimated_seconds)}</span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
