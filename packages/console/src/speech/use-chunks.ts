import type { TextChunks } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { type FetchState, useDebounced, useFetch } from '../interface/use-fetch.js';
import { PageError } from '../language/language-provider.js';
import { type ChunksQuery, chunksQuery, fetchChunks } from './api.js';
import { inputError, type SpeechParameters } from './speech-parameters.js';

const DEBOUNCE_MS = 250;

export type Chunks = FetchState<TextChunks | undefined>;

/** The chunks in which the server would generate the input, fetched once typing and the slider pause. */
export function useChunks(parameters: SpeechParameters): Chunks {
  // A value, where the parameters are new each time.
  const settled = useDebounced(JSON.stringify(chunksQuery(parameters)), DEBOUNCE_MS);
  return useFetch(
    useCallback(
      async (signal: AbortSignal) => {
        const query = JSON.parse(settled) as ChunksQuery;
        if (query.input.trim() === '') return undefined;
        const error = inputError(query.input);
        if (error !== undefined) throw new PageError(error);
        return fetchChunks(query, signal);
      },
      [settled],
    ),
  );
}

/** With the pauses between the chunks. */
export const totalSeconds = ({ chunks }: TextChunks): number =>
  chunks.reduce((sum, chunk) => sum + chunk.estimated_seconds + chunk.pause_seconds, 0);
