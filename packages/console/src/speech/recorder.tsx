import { encodeWav } from '@ownvoice/audio';
import {
  MAX_REFERENCE_BYTES,
  MAX_REFERENCE_SECONDS,
  MIN_REFERENCE_SECONDS,
} from '@ownvoice/shared/contract/speech-limits';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../interface/button.js';
import { Icon } from '../interface/icon.js';
import { useAction } from '../interface/use-action.js';
import { type Message, PageError, useFormat } from '../language/language-provider.js';
import type { Reference } from './speech-parameters.js';
import { durationOf, type SpeechText, useText } from './text.js';
import { SAMPLE_RATE } from './track.js';

/** Recording stops this long before the limit, because a stop takes effect a slice later. */
const STOP_MARGIN_SECONDS = 0.5;
const SLICE_MS = 100;
/** Opus and AAC lose nothing that can be heard. */
const BITS_PER_SECOND = 256_000;

interface Recording {
  /** Releases the microphone and returns what was recorded, in the browser's format. */
  stop(): Promise<Blob>;
}

/** Called for every slice with the recorded seconds and the peak level, in [0, 1]. */
type OnLevel = (seconds: number, level: number) => void;

/** @throws {DOMException} `NotAllowedError` without permission, `NotFoundError` without a microphone */
async function startRecording(onLevel: OnLevel): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true },
  });
  const context = new AudioContext();
  const release = async () => {
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  };
  try {
    const meter = new AnalyserNode(context);
    context.createMediaStreamSource(stream).connect(meter);
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND });
    const slices: Blob[] = [];
    const latest = new Float32Array(meter.fftSize);
    const startedAt = performance.now();
    recorder.ondataavailable = ({ data }) => {
      slices.push(data);
      meter.getFloatTimeDomainData(latest);
      onLevel((performance.now() - startedAt) / 1_000, Math.max(...latest.map(Math.abs)));
    };
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start(SLICE_MS);
    return {
      async stop() {
        // It stops by itself when the microphone is unplugged.
        if (recorder.state !== 'inactive') recorder.stop();
        await stopped;
        await release();
        return new Blob(slices, { type: recorder.mimeType });
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

export type RecorderState = { kind: 'idle' } | { kind: 'recording'; seconds: number; level: number };

/** Records reference audio from the microphone. */
export function useRecorder(onRecorded: (reference: Reference) => void) {
  const action = useAction();
  const recording = useRef<Recording>(undefined);
  const [state, setState] = useState<RecorderState>({ kind: 'idle' });
  // Unmounting must release the microphone, even if permission is granted only afterwards.
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
      void recording.current?.stop();
    };
  }, []);

  const stop = () =>
    void action.run(async () => {
      const current = recording.current;
      if (current === undefined) return;
      recording.current = undefined;
      try {
        onRecorded(await referenceFrom(await current.stop(), 'recording'));
      } finally {
        setState({ kind: 'idle' });
      }
    });
  const start = () =>
    void action.run(async () => {
      recording.current = await startRecording((seconds, level) => {
        if (recording.current === undefined) return;
        setState({ kind: 'recording', seconds, level });
        if (seconds >= MAX_REFERENCE_SECONDS - STOP_MARGIN_SECONDS) stop();
      }).catch((cause) => {
        throw new PageError(messageOf(cause), { cause });
      });
      if (unmounted.current) await recording.current.stop();
    });
  return { state, busy: action.busy, error: action.error, start, stop };
}

function messageOf(error: unknown): Message<SpeechText> {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return ({ recorder }) => recorder.denied;
  if (name === 'NotFoundError') return ({ recorder }) => recorder.noMicrophone;
  return ({ recorder }) => recorder.microphoneBusy;
}

interface RecordingMeterProps extends Extract<RecorderState, { kind: 'recording' }> {
  onStop: () => void;
}

/** Shows how long and how loud the recording is. */
export function RecordingMeter({ seconds, level, onStop }: RecordingMeterProps) {
  const labels = useText().recorder;
  const format = useFormat();
  return (
    <div className="stack">
      <div className="row">
        <Button variant="danger" onClick={onStop}>
          <Icon name="stop" />
          {labels.stop}
        </Button>
        <p>{`${format.clock(seconds)} / ${format.clock(MAX_REFERENCE_SECONDS)}`}</p>
      </div>
      <meter aria-label={labels.level} min={0} max={1} value={Math.min(1, level)} />
      <p className="muted small" role="status">
        {seconds < MIN_REFERENCE_SECONDS ? labels.tooShort({ minimum: MIN_REFERENCE_SECONDS }) : labels.longEnough}
      </p>
    </div>
  );
}

/**
 * Converts a recording to what the model reads: a WAV file of one channel at 24 kHz. The browser decodes formats that the
 * server does not read, and the file is uploaded with every chunk.
 * @throws {PageError} when the browser cannot decode it, or when its length is outside the limits
 */
export async function referenceFrom(recording: Blob, name: string): Promise<Reference> {
  if (recording.size > MAX_REFERENCE_BYTES)
    throw new PageError<SpeechText>(({ recorder }) =>
      recorder.fileTooLarge({ megabytes: MAX_REFERENCE_BYTES / 1024 ** 2 }),
    );
  const samples = await decode(recording).catch((cause) => {
    throw new PageError<SpeechText>(({ recorder }) => recorder.fileUnreadable, { cause });
  });
  const seconds = samples.length / SAMPLE_RATE;
  if (seconds < MIN_REFERENCE_SECONDS || seconds > MAX_REFERENCE_SECONDS)
    throw new PageError<SpeechText>((text, format) => {
      const length = durationOf(seconds, text, format);
      return seconds < MIN_REFERENCE_SECONDS
        ? text.recorder.fileTooShort({ length, minimum: MIN_REFERENCE_SECONDS })
        : text.recorder.fileTooLong({ length, maximum: MAX_REFERENCE_SECONDS });
    });
  const audio = new Blob([...encodeWav([samples], samples.length, SAMPLE_RATE)], { type: 'audio/wav' });
  return { audio, name: `${name.replace(/\.\w+$/, '')}.wav` };
}

/** The channels averaged, at `SAMPLE_RATE`. */
async function decode(recording: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(await recording.arrayBuffer());
  const mono = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel++) {
    const samples = decoded.getChannelData(channel);
    for (let at = 0; at < mono.length; at++) mono[at] = (mono[at] ?? 0) + (samples[at] ?? 0) / decoded.numberOfChannels;
  }
  return mono;
}
