import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../http/request.js';
import { type Message, PageError } from '../language/language-provider.js';
import { fetchChunks } from './api.js';
import { type Clip, newClip } from './clip.js';
import { trackOf } from './clip-track.js';
import { generateChunks, type Wait } from './generate-chunks.js';
import type { SpeechParameters } from './speech-parameters.js';
import type { SpeechText } from './text.js';
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
  /** Generates a clip, and plays it from its first chunk on. Does nothing while another one is generated. */
  start(parameters: SpeechParameters): void;
  /** Generates chunks of a clip that are missing. */
  resume(clip: Clip, indexes: readonly number[]): void;
  /** Shows why the request cannot be sent. */
  fail(message: Message<SpeechText>): void;
  /** Stops the page and the server. What is ready stays. */
  cancel(): void;
  /** Clears the error or the cancellation of the previous request. */
  reset(): void;
}

/** Generates one clip at a time, chunk by chunk. */
export function useGeneration(clips: Clips): Generation {
  const playback = usePlayback();
  const [state, setState] = useState<GenerationState>({ kind: 'idle' });
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
    } finally {
      running.current = undefined;
    }
  };

  const generate = async (clip: Clip, indexes: readonly number[], signal: AbortSignal) => {
    const generating = (wait?: Wait) => setState({ kind: 'generating', clipId: clip.id, wait });
    generating();
    try {
      await generateChunks(clip, indexes, signal, {
        onChange: (change) => {
          generating();
          clips.change(clip.id, change);
        },
        onWait: generating,
      });
    } finally {
      clips.settle(clip.id);
    }
  };

  return {
    state,
    start(parameters) {
      // While the browser handles the click: the sound comes later.
      playback.unlock();
      void run(async (signal) => {
        const { input, language, speed, voice } = parameters;
        const preset = voice.kind === 'preset' ? voice.voice : '';
        const chunks = await fetchChunks({ input, language, speed, voice: preset }, signal);
        const clip = clips.add((number) => newClip(number, parameters, chunks));
        playback.play(clip.id, trackOf(clip, true));
        await generate(clip, [...clip.chunks.keys()], signal);
      });
    },
    resume: (clip, indexes) => void run((signal) => generate(clip, indexes, signal)),
    fail: (message) => setState({ kind: 'failed', error: new PageError(message) }),
    cancel: () => running.current?.abort(),
    reset: () =>
      setState((current) => (current.kind === 'failed' || current.kind === 'cancelled' ? { kind: 'idle' } : current)),
  };
}
