import { readWav } from '@ownvoice/audio';
import { MAX_REFERENCE_SECONDS, MIN_REFERENCE_SECONDS } from '@ownvoice/shared/contract/speech-limits';
import { type DragEvent, useCallback, useId, useState } from 'react';
import { Button, FileButton } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { ErrorNotice } from '../interface/notice.js';
import { useAction } from '../interface/use-action.js';
import { useFetch } from '../interface/use-fetch.js';
import { AudioPlayer } from './audio-player.js';
import { RecordingMeter, referenceFrom, useRecorder } from './recorder.js';
import type { Reference } from './speech-parameters.js';
import { useText } from './text.js';
import { wholeTrack } from './track.js';

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
  const choose = (file: File) => void choosing.run(async () => onChange(await referenceFrom(file, file.name)));
  const dropHandlers = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setIsDropTarget(true);
    },
    onDragLeave: () => setIsDropTarget(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsDropTarget(false);
      const file = event.dataTransfer.files[0];
      if (file) choose(file);
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
        className={isDropTarget ? 'placeholder reference-drop stack' : 'placeholder stack'}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        {...dropHandlers}
      >
        {recorder.state.kind === 'recording' ? (
          <RecordingMeter {...recorder.state} onStop={recorder.stop} />
        ) : reference === undefined ? (
          <div className="row">
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
            <FileButton variant="secondary" accept="audio/*,.m4a,.opus,.webm" onOpen={choose}>
              <Icon name="upload" />
              {labels.chooseFile}
            </FileButton>
            <span className="muted small">{labels.drop}</span>
          </div>
        ) : (
          <>
            <p className="wrap" dir="auto">
              {reference.name}
            </p>
            <ReferencePlayer reference={reference} />
            <div className="row">
              <Button variant="ghost" onClick={() => onChange(undefined)}>
                <Icon name="close" />
                {labels.remove}
              </Button>
            </div>
          </>
        )}
        <ErrorNotice error={choosing.error ?? recorder.error} />
      </div>
      <div className="muted small" id={`${id}-hint`}>
        {text.voice.referenceHint({ minimum: MIN_REFERENCE_SECONDS, maximum: MAX_REFERENCE_SECONDS })}
        {!canRecord && ` ${labels.insecure}`}
      </div>
    </div>
  );
}

function ReferencePlayer({ reference: { audio, name } }: { reference: Reference }) {
  const { value: track } = useFetch(
    useCallback(async () => wholeTrack(readWav(new Uint8Array(await audio.arrayBuffer())).samples), [audio]),
  );
  return track && <AudioPlayer id="reference" track={track} name={name} />;
}
