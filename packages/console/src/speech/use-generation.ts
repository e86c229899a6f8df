import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../http/request.js';
import { type Message, PageError } from '../language/language-provider.js';
import { chunksQuery, fetchChunks } from './api.js';
import { type Clip, newClip } from './clip.js';
import { trackOf } from './clip-track.js';
import { generateChunks, type Wait } from './generate-chunks.js';
import type { SpeechParameters } from './speech-parameters.js';
import type { SpeechText } from './text.js';
import { secondsToStart } from './track.js';
import type { Clips } from './use-clips.js';
import { usePlayback } from './use-player.js';

export type GenerationState =
  | { kind: 'idle' }
  /** `clipId` is undefined until the text is cut. `wait`: the server cannot generate the next chunk yet. */
  | { kind: 'generating'; clipId: string | undefined; wait: Wait | undefined }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: unknown };

export interface Generation {
  state: GenerationState;
  /** When playback starts by itself, in milliseconds since the Unix epoch; undefined when it has started, or is unknown. */
  startsAt: number | undefined;
  /**
   * Generates a clip, and plays it as soon as it can be heard without a pause. Does nothing while another one is generated.
   * @param takeOf the first clip of the same text and settings
   */
  start(parameters: SpeechParameters, takeOf?: string): void;
  /** Generates chunks of a clip that are missing. */
  resume(clip: Clip, indexes: readonly number[]): void;
  /** Shows why the request cannot be sent. */
  fail(message: Message<SpeechText>): void;
  /** Stops the page and the server. What is ready stays. */
  cancel(): void;
  /** Clears the error or the cancellation of the previous request. */
  reset(): void;
}

/**
 * Generates one clip at a time, a few chunks in flight.
 * @param onClip called with the clip that is being generated, when it is new
 */
export function useGeneration(clips: Clips, onClip: (id: string) => void): Generation {
  const playback = usePlayback();
  const [state, setState] = useState<GenerationState>({ kind: 'idle' });
  const [startsAt, setStartsAt] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (work: (signal: AbortSignal) => Promise<void>) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'generating', clipId: undefined, wait: undefined });
    try {
      await work(controller.signal);
      setState({ kind: 'idle' });
    } catch (error) {
      setState(isAbort(error) ? { kind: 'cancelled' } : { kind: 'failed', error });
      // The other chunks in flight.
      controller.abort();
    } finally {
      running.current = undefined;
    }
  };

  const generate = async (
    clip: Clip,
    indexes: readonly number[],
    signal: AbortSignal,
    onReady?: (clip: Clip) => void,
  ) => {
    let wait: Wait | undefined;
    let waitEnds = 0;
    // Another chunk in flight may be ready before the wait of this one ends.
    const generating = () => {
      if (performance.now() >= waitEnds) wait = undefined;
      setState({ kind: 'generating', clipId: clip.id, wait });
    };
    generating();
    try {
      await generateChunks(clip, indexes, signal, {
        onChange: (change) => {
          if (signal.aborted) return;
          generating();
          const changed = clips.change(clip.id, change);
          if (changed) onReady?.(changed);
        },
        onWait(next) {
          wait = next;
          waitEnds = performance.now() + next.seconds * 1_000;
          generating();
        },
        heardChunk: () => playback.pieceIndex(clip.id),
      });
    } finally {
      clips.settle(clip.id);
    }
  };

  /** Starts playback in time; a listener who presses play or seeks before is first. */
  const starter = (clip: Clip) => {
    const begin = performance.now();
    let firstAt: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasStarted = false;
    const stop = () => {
      clearTimeout(timer);
      setStartsAt(undefined);
      hasStarted = true;
    };
    const start = (track: ReturnType<typeof trackOf>) => {
      stop();
      playback.play(clip.id, track);
    };
    return {
      stop,
      check(current: Clip) {
        if (hasStarted) return;
        if (playback.isPlaying(clip.id)) return stop();
        clearTimeout(timer);
        const track = trackOf(current, true);
        const now = performance.now();
        const wait = secondsToStart(track, (now - begin) / 1_000, (now - (firstAt ?? now)) / 1_000);
        if (wait === undefined) return;
        firstAt ??= now;
        if (wait === 0) return start(track);
        setStartsAt(Date.now() + wait * 1_000);
        timer = setTimeout(() => !playback.isPlaying(clip.id) && start(track), wait * 1_000);
      },
    };
  };

  return {
    state,
    startsAt,
    start(parameters, takeOf) {
      // While the browser handles the click: the sound comes later.
      playback.unlock();
      void run(async (signal) => {
        const chunks = await fetchChunks(chunksQuery(parameters), signal);
        const clip = clips.add((number) => newClip(number, parameters, chunks, takeOf));
        playback.select(clip.id, trackOf(clip, true));
        onClip(clip.id);
        const { check, stop } = starter(clip);
        try {
          await generate(clip, [...clip.chunks.keys()], signal, check);
        } finally {
          stop();
        }
      });
    },
    resume: (clip, indexes) =>
      void run((signal) => {
        onClip(clip.id);
        return generate(clip, indexes, signal);
      }),
    fail: (message) => setState({ kind: 'failed', error: new PageError(message) }),
    cancel: () => running.current?.abort(),
    reset: () =>
      setState((current) => (current.kind === 'failed' || current.kind === 'cancelled' ? { kind: 'idle' } : current)),
  };
}
