import {
  MAX_REFERENCE_BYTES,
  MAX_REFERENCE_SECONDS,
  MIN_REFERENCE_SECONDS,
} from '@ownvoice/shared/contract/speech-limits';
import { type DragEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { useFetch } from '../interface/use-fetch.js';
import { useFormat } from '../language/language-provider.js';
import { type Message, PageError } from '../language/message.js';
import { AudioPlayer } from './audio-player.js';
import { type Recording, startRecording } from './microphone.js';
import { type ChosenReference, chooseReference, wavFile } from './reference-audio.js';
import type { Reference } from './speech-parameters.js';
import { durationOf, type SpeechText, useText } from './text.js';
import { decodeAudio, wholeTrack } from './track.js';

/** Recording stops this long before the limit, because a stop takes effect a block later. */
const STOP_MARGIN_SECONDS = 0.5;

interface ReferenceAudioFieldProps {
  reference: Reference | undefined;
  onChange: (reference: Reference | undefined) => void;
}

/** The reference audio of a clone, recorded or chosen as a file. */
export function ReferenceAudioField({ reference, onChange }: ReferenceAudioFieldProps) {
  const text = useText();
  const labels = text.recorder;
  const id = useId();
  const recorder = useRecorder(onChange);
  const choosing = useAction();
  const [isDropTarget, setIsDropTarget] = useState(false);
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    void choosing.run(async () => {
      const chosen = await chooseReference(file);
      if (chosen.kind !== 'accepted') throw new PageError(refusalOf(chosen));
      onChange(chosen.reference);
    });
  };
  const dropHandlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setIsDropTarget(true);
    },
    onDragLeave: () => setIsDropTarget(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsDropTarget(false);
      choose(event.dataTransfer.files[0]);
    },
  };
  const canRecord = window.isSecureContext && 'mediaDevices' in navigator;
  return (
    <div className="field">
      <span className="field-label" id={`${id}-label`}>
        {text.voice.reference}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need its legend as its first child */}
      <div
        className={isDropTarget ? 'reference reference-drop' : 'reference'}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        {...dropHandlers}
      >
        {recorder.state.kind === 'recording' ? (
          <RecordingMeter {...recorder.state} onStop={recorder.stop} />
        ) : reference === undefined ? (
          <div className="actions actions-start">
            <Button
              disabled={!canRecord}
              busy={recorder.busy}
              onClick={() => {
                choosing.clear();
                recorder.start();
              }}
            >
              <Icon name="microphone" />
              {labels.record}
            </Button>
            <label className="button button-secondary file-button">
              <Icon name="upload" />
              {labels.chooseFile}
              <input
                type="file"
                className="visually-hidden"
                accept="audio/*,.wav,.mp3,.flac,.ogg,.opus,.webm"
                onChange={(event) => {
                  choose(event.target.files?.[0]);
                  // Choosing the same file again is a change as well.
                  event.target.value = '';
                }}
              />
            </label>
            <span className="reference-hint">{labels.drop}</span>
          </div>
        ) : (
          <>
            <p className="reference-name" dir="auto">
              {reference.name}
            </p>
            <ReferencePlayer reference={reference} />
            <div className="actions actions-start">
              <Button variant="ghost" onClick={() => onChange(undefined)}>
                <Icon name="close" />
                {labels.remove}
              </Button>
            </div>
          </>
        )}
        <ErrorNotice error={choosing.error ?? recorder.error} />
      </div>
      <div className="field-hint" id={`${id}-hint`}>
        {text.voice.referenceHint({ minimum: MIN_REFERENCE_SECONDS, maximum: MAX_REFERENCE_SECONDS })}
        {!canRecord && ` ${labels.insecure}`}
      </div>
    </div>
  );
}

/** Not shown for a format that only the server can decode. */
function ReferencePlayer({ reference: { audio, name } }: { reference: Reference }) {
  const { value: track } = useFetch(useCallback(async () => wholeTrack(await decodeAudio(audio)), [audio]));
  return track && <AudioPlayer id="reference" track={track} name={name} />;
}

function RecordingMeter({ seconds, level, onStop }: { seconds: number; level: number; onStop: () => void }) {
  const labels = useText().recorder;
  const format = useFormat();
  return (
    <div className="recording">
      <Button variant="danger" onClick={onStop}>
        <Icon name="stop" />
        {labels.stop}
      </Button>
      <p className="recording-time">{`${format.clock(seconds)} / ${format.clock(MAX_REFERENCE_SECONDS)}`}</p>
      <meter className="recording-level" aria-label={labels.level} min={0} max={1} value={Math.min(1, level)} />
      <p className="field-hint" role="status">
        {seconds < MIN_REFERENCE_SECONDS ? labels.tooShort({ minimum: MIN_REFERENCE_SECONDS }) : labels.longEnough}
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
    const { samples, sampleRate } = await current.stop();
    setState({ kind: 'idle' });
    const seconds = samples.length / sampleRate;
    if (seconds < MIN_REFERENCE_SECONDS) throw new PageError(refusalOf({ kind: 'too-short', seconds }));
    onChange({ audio: wavFile(samples, sampleRate), name: 'recording.wav' });
  };
  // Unmounting must release the microphone, even if permission is granted only afterwards.
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
      void recording.current?.stop();
    };
  }, []);

  return {
    state,
    busy: action.busy,
    error: action.error,
    stop: () => void action.run(stop),
    start: () =>
      void action.run(async () => {
        try {
          recording.current = await startRecording((seconds, level) => {
            setState({ kind: 'recording', seconds, level });
            if (seconds >= MAX_REFERENCE_SECONDS - STOP_MARGIN_SECONDS) void stop();
          });
          if (unmounted.current) await recording.current.stop();
        } catch (error) {
          throw new PageError(messageOf(error), { cause: error });
        }
      }),
  };
}

function refusalOf(chosen: Exclude<ChosenReference, { kind: 'accepted' }>): Message<SpeechText> {
  return (text, format) => {
    const { problems, recorder: labels } = text;
    switch (chosen.kind) {
      case 'too-large':
        return labels.fileTooLarge({ megabytes: MAX_REFERENCE_BYTES / 1024 ** 2 });
      case 'unreadable':
        return problems.recordingFormat;
      case 'too-short':
        return labels.fileTooShort({
          length: durationOf(chosen.seconds, text, format),
          minimum: MIN_REFERENCE_SECONDS,
        });
      case 'too-long':
        return labels.fileTooLong({ length: durationOf(chosen.seconds, text, format), maximum: MAX_REFERENCE_SECONDS });
    }
  };
}

function messageOf(error: unknown): Message<SpeechText> {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return ({ recorder }) => recorder.denied;
  if (name === 'NotFoundError') return ({ recorder }) => recorder.noMicrophone;
  return ({ recorder }) => recorder.microphoneBusy;
}
