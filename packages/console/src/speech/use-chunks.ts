import type { TextChunks } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { useDebounced } from '../interface/use-debounced.js';
import { type FetchState, useFetch } from '../interface/use-fetch.js';
import { fetchChunks } from './api.js';

const DEBOUNCE_MS = 250;

/** The amount of work in a text. */
export interface TextSize {
  chunks: number;
  /** Estimated length of the audio at normal speed. */
  seconds: number;
}

export interface Chunks extends FetchState<TextChunks | undefined> {
  /** The size of `input`; undefined while the loaded chunks belong to another text. */
  sizeOf(input: string): TextSize | undefined;
}

/** The chunks in which the server would process the input, fetched once typing pauses. */
export function useChunks({ input, language, voice }: { input: string; language: string; voice: string }): Chunks {
  const debounced = useDebounced(input, DEBOUNCE_MS);
  const state = useFetch(
    useCallback(
      async (signal: AbortSignal) =>
        debounced.trim() === ''
          ? undefined
          : { input: debounced, ...(await fetchChunks({ input: debounced, language, voice }, signal)) },
      [debounced, language, voice],
    ),
  );
  return {
    ...state,
    sizeOf: (text) =>
      state.loading || state.value?.input !== text
        ? undefined
        : { chunks: state.value.chunks.length, seconds: totalSeconds(state.value) },
  };
}

export const totalSeconds = ({ chunks }: TextChunks): number =>
  chunks.reduce((sum, chunk) => sum + chunk.estimated_seconds, 0);
