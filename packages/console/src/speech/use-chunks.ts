import type { TextChunks } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { type FetchState, useDebounced, useFetch } from '../interface/use-fetch.js';
import { PageError } from '../language/language-provider.js';
import { type ChunksQuery, fetchChunks } from './api.js';
import { inputError } from './speech-parameters.js';

const DEBOUNCE_MS = 250;

export type Chunks = FetchState<TextChunks | undefined>;

/** The chunks in which the server would generate the input, fetched once typing and the slider pause. */
export function useChunks({ input, language, voice, speed, pronunciations }: ChunksQuery): Chunks {
  const settledInput = useDebounced(input, DEBOUNCE_MS);
  const settledSpeed = useDebounced(speed, DEBOUNCE_MS);
  // A value, where the list is new each time.
  const said = useDebounced(JSON.stringify(pronunciations ?? []), DEBOUNCE_MS);
  return useFetch(
    useCallback(
      async (signal: AbortSignal) => {
        if (settledInput.trim() === '') return undefined;
        const error = inputError(settledInput);
        if (error !== undefined) throw new PageError(error);
        const query = { input: settledInput, language, voice, speed: settledSpeed, pronunciations: JSON.parse(said) };
        return fetchChunks(query, signal);
      },
      [settledInput, language, voice, settledSpeed, said],
    ),
  );
}

/** With the pauses between the chunks. */
export const totalSeconds = ({ chunks }: TextChunks): number =>
  chunks.reduce((sum, chunk) => sum + chunk.estimated_seconds + chunk.pause_seconds, 0);
