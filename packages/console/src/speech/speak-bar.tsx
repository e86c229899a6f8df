import { useEffect, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { Failure } from '../interface/notice.js';
import { type Take, takeId } from './takes.js';
import { text } from './text.js';
import type { SpeechAction } from './use-speech.js';

const words = text.speak;

interface SpeakBarProps {
  speech: SpeechAction;
  /** Seconds of audio that are expected. */
  estimate: number;
  /** The take that was finished last: told to screen readers, and led to where it lies out of sight. */
  finished: Take | undefined;
  onSpeak: () => void;
}

/** The one button that speaks, what is under way, and how it failed. */
export function SpeakBar({ speech, estimate, finished, onSpeak }: SpeakBarProps) {
  const { state } = speech;
  return (
    <div className="speak">
      {state.kind === 'failed' && <Failure error={state.error} />}
      <div className="speak-row">
        {state.kind === 'speaking' ? (
          <>
            <Button look="plain" className="speak-button" onClick={speech.cancel}>
              <Icon name="stop" />
              {words.cancel}
            </Button>
            <Working since={state.since} estimate={estimate} />
          </>
        ) : (
          <Button look="primary" className="speak-button" onClick={onSpeak}>
            <Icon name="play" />
            {words.submit}
          </Button>
        )}
        <p className="speak-status" role="status">
          {state.kind === 'cancelled' && words.cancelled}
          {state.kind === 'idle' && finished && text.takes.ready(finished.number, finished.speech.seconds)}
        </p>
        {state.kind === 'idle' && finished && (
          <Button look="quiet" onClick={() => document.getElementById(takeId(finished.number))?.focus()}>
            {text.takes.show}
          </Button>
        )}
      </div>
    </div>
  );
}

function Working({ since, estimate }: { since: number; estimate: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="working">
      <progress aria-label={words.progress} />
      <span>
        {words.working((now - since) / 1_000)} {estimate > 0 && words.about(estimate)}
      </span>
    </div>
  );
}
