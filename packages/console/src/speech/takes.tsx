import { useEffect, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import type { Speech } from './api.js';
import { AudioPlayer } from './audio-player.js';
import { text } from './text.js';

const words = text.takes;

/** One finished piece of speech. */
export interface Take {
  number: number;
  speech: Speech;
  input: string;
  /** Who spoke, as shown. */
  speaker: string;
}

/** The element that shows a take, so that a link elsewhere can lead to it. */
export const takeId = (number: number) => `take-${number}`;

interface TakesProps {
  takes: readonly Take[];
  onRemove: (take: Take) => void;
}

export function Takes({ takes, onRemove }: TakesProps) {
  return (
    <section className="takes" aria-labelledby="takes-label">
      <h2 id="takes-label">{words.label}</h2>
      {takes.length === 0 ? (
        <p className="takes-empty">{words.empty}</p>
      ) : (
        <ol reversed>
          {takes.map((take, index) => (
            <TakeCard key={take.number} take={take} newest={index === 0} onRemove={() => onRemove(take)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function TakeCard({ take, newest, onRemove }: { take: Take; newest: boolean; onRemove: () => void }) {
  const { number, speech, speaker } = take;
  const title = words.take(number);
  const url = useObjectUrl(speech.audio);
  return (
    <li className="take" id={takeId(number)} tabIndex={-1}>
      <header className="take-head">
        <h3>
          <span className="take-number">{title}</span> {speaker}
        </h3>
        <p className="take-facts">
          {speech.language} · {words.made(speech.seconds, speech.wall)}
          {speech.engine === 'builtin' && ` · ${words.builtin}`}
        </p>
      </header>
      <p className="take-text">{take.input}</p>
      {speech.skipped.length > 0 && <p className="take-skipped">{words.skipped(speech.skipped)}</p>}
      <AudioPlayer audio={speech.audio} name={title} autoPlay={newest} />
      <div className="actions actions-start take-actions">
        <a
          className="button button-quiet"
          href={url}
          download={`ownvoice-take-${number}.wav`}
          aria-label={`${words.download}: ${title}`}
        >
          <Icon name="download" />
          {words.download}
        </a>
        <Button look="quiet" aria-label={`${words.remove}: ${title}`} onClick={onRemove}>
          <Icon name="close" />
          {words.remove}
        </Button>
      </div>
    </li>
  );
}

function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
