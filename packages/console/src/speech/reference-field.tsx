import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { Failure } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { AudioPlayer } from './audio-player.js';
import type { Reference } from './job.js';
import { type Recording, startRecording } from './recording.js';
import { text } from './text.js';
import { encodeWav } from './wav.js';

/** Shortest and longest sample that the server takes, in seconds. */
const SHORTEST = 3;
const LONGEST = 60;
const words = text.recorder;

interface ReferenceFieldProps {
  reference: Reference | undefined;
  onChange: (reference: Reference | undefined) => void;
}

/** A sample of a voice: recorded here, or chosen as a file. */
export function ReferenceField({ reference, onChange }: ReferenceFieldProps) {
  const id = useId();
  const recorder = useRecorder(onChange);
  const canRecord = window.isSecureContext && 'mediaDevices' in navigator;
  return (
    <div className="field">
      <span className="field-label" id={`${id}-label`}>
        {text.speaker.reference}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need its legend as its first child */}
      <div className="reference" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
        {recorder.state.kind === 'recording' ? (
          <Meter {...recorder.state} onStop={recorder.stop} />
        ) : reference === undefined ? (
          <div className="actions actions-start">
            <Button disabled={!canRecord} busy={recorder.busy} onClick={recorder.start}>
              <Icon name="microphone" />
              {words.record}
            </Button>
            <label className="button button-plain file">
              <Icon name="upload" />
              {words.choose}
              <input
                type="file"
                className="unseen"
                accept="audio/*,.wav,.mp3,.flac,.ogg,.opus"
                onChange={(event) => {
                  const file = event.target.files?.[0];
                  if (file !== undefined) onChange({ audio: file, name: file.name });
                }}
              />
            </label>
          </div>
        ) : (
          <>
            <p className="reference-name">{reference.name}</p>
            <AudioPlayer audio={reference.audio} name={reference.name} />
            <div className="actions actions-start">
              <Button look="quiet" onClick={() => onChange(undefined)}>
                <Icon name="close" />
                {words.again}
              </Button>
            </div>
          </>
        )}
        <Failure error={recorder.error} />
      </div>
      <div className="field-hint" id={`${id}-hint`}>
        {text.speaker.referenceHint}
        {!canRecord && ` ${words.insecure}`}
      </div>
    </div>
  );
}

function Meter({ seconds, level, onStop }: { seconds: number; level: number; onStop: () => void }) {
  return (
    <div className="recording">
      <Button look="danger" onClick={onStop}>
        <Icon name="stop" />
        {words.stop}
      </Button>
      <p className="recording-time">{words.recording(seconds)}</p>
      <meter className="recording-level" aria-label={words.level} min={0} max={1} value={Math.min(1, level)} />
      <p className="field-hint" role="status">
        {seconds < SHORTEST ? words.tooShort(SHORTEST) : words.enough}
      </p>
    </div>
  );
}

type RecorderState = { kind: 'idle' } | { kind: 'recording'; seconds: number; level: number };

function useRecorder(onChange: (reference: Reference) => void) {
  const action = useAction();
  const recording = useRef<Recording>(undefined);
  const [state, setState] = useState<RecorderState>({ kind: 'idle' });

  const stop = async () => {
    const current = recording.current;
    if (current === undefined) return;
    recording.current = undefined;
    const heard = await current.stop();
    setState({ kind: 'idle' });
    onChange({ audio: encodeWav(heard), name: 'recording.wav' });
  };
  // Leaving the tab must free the microphone, also when it is granted only afterwards.
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      void recording.current?.stop();
    };
  }, []);

  return {
    state,
    busy: action.busy,
    error: action.error,
    stop: () => void stop(),
    start: () =>
      void action.run(async () => {
        try {
          recording.current = await startRecording((seconds, level) => {
            setState({ kind: 'recording', seconds, level });
            if (seconds >= LONGEST - 0.5) void stop();
          });
          if (gone.current) await recording.current.stop();
        } catch (error) {
          throw new Error(refusalOf(error), { cause: error });
        }
      }),
  };
}

function refusalOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return words.refused;
  if (name === 'NotFoundError') return words.missing;
  return error instanceof Error ? error.message : String(error);
}
