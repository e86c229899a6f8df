import type { TextChunks } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { useDebounced } from '../interface/use-debounced.js';
import { type FetchState, useFetch } from '../interface/use-fetch.js';
import { type ChunksQuery, fetchChunks } from './api.js';

const DEBOUNCE_MS = 250;

export type Chunks = FetchState<TextChunks | undefined>;

/** The chunks in which the server would generate the input, fetched once typing pauses. */
export function useChunks({ input, language, voice }: Omit<ChunksQuery, 'speed'>): Chunks {
  const debounced = useDebounced(input, DEBOUNCE_MS);
  return useFetch(
    useCallback(
      async (signal: AbortSignal) =>
        debounced.trim() === '' ? undefined : fetchChunks({ input: debounced, language, voice, speed: 1 }, signal),
      [debounced, language, voice],
    ),
  );
}

export const totalSeconds = ({ chunks }: TextChunks): number =>
  chunks.reduce((sum, chunk) => sum + chunk.estimated_seconds, 0);
