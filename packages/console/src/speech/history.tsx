import { useEffect, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { useFormat } from '../language/language-provider.js';
import type { SpeechResult } from './api.js';
import { AudioPlayer } from './audio-player.js';
import { useDuration, useSpokenLanguage, useText } from './text.js';

/** Each clip keeps its audio in memory. */
export const MAX_CLIPS = 12;

/** Generated speech with the input it was generated from. */
export interface Clip {
  number: number;
  speech: SpeechResult;
  input: string;
  voiceName: string;
}

export const clipElementId = (number: number) => `clip-${number}`;

interface HistoryProps {
  /** Newest first. */
  clips: readonly Clip[];
  onRemove: (clip: Clip) => void;
}

export function History({ clips, onRemove }: HistoryProps) {
  const labels = useText().history;
  return (
    <section className="history" aria-labelledby="history-label">
      <h2 id="history-label">{labels.label}</h2>
      {clips.length === 0 ? (
        <p className="history-empty">{labels.empty({ limit: MAX_CLIPS })}</p>
      ) : (
        <ol reversed>
          {clips.map((clip, index) => (
            <ClipCard key={clip.number} clip={clip} autoPlay={index === 0} onRemove={() => onRemove(clip)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function ClipCard({ clip, autoPlay, onRemove }: { clip: Clip; autoPlay: boolean; onRemove: () => void }) {
  const labels = useText().history;
  const format = useFormat();
  const duration = useDuration();
  const languageName = useSpokenLanguage();
  const { number, speech, voiceName } = clip;
  const title = labels.clip({ n: number });
  const url = useObjectUrl(speech.audio);
  return (
    <li className="clip" id={clipElementId(number)} tabIndex={-1}>
      <header className="clip-header">
        <h3>
          <span className="clip-number">{title}</span> {voiceName}
        </h3>
        <p className="clip-details">
          {languageName(speech.language)} ·{' '}
          {labels.timing({ audio: duration(speech.seconds), elapsed: duration(speech.elapsed) })}
          {speech.engine === 'builtin' && ` · ${labels.builtin}`}
        </p>
      </header>
      <p className="clip-text">{clip.input}</p>
      {speech.skippedChunks.length > 0 && (
        <p className="clip-skipped">
          {labels.skipped({ count: speech.skippedChunks.length, chunks: format.and(speech.skippedChunks.map(String)) })}
        </p>
      )}
      <AudioPlayer audio={speech.audio} name={title} autoPlay={autoPlay} />
      <div className="actions actions-start clip-actions">
        <a
          className="button button-ghost"
          href={url}
          download={`ownvoice-clip-${number}.wav`}
          aria-label={`${labels.download}: ${title}`}
        >
          <Icon name="download" />
          {labels.download}
        </a>
        <Button variant="ghost" aria-label={`${labels.remove}: ${title}`} onClick={onRemove}>
          <Icon name="close" />
          {labels.remove}
        </Button>
      </div>
    </li>
  );
}

function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  return url;
}
