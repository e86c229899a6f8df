import type { TextChunks } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { useDebounced } from '../interface/use-debounced.js';
import { type Loaded, useLoaded } from '../interface/use-loaded.js';
import { chunks } from './api.js';

const STILL_MS = 250;

/** What the server would speak, asked for once the typing has paused. Nothing typed: nothing asked. */
export function useChunks(input: string, language: string, voice: string): Loaded<TextChunks | undefined> {
  const settled = useDebounced(input, STILL_MS);
  return useLoaded(
    useCallback(
      async (signal: AbortSignal) =>
        settled.trim() === '' ? undefined : chunks({ input: settled, language, voice }, signal),
      [settled, language, voice],
    ),
  );
}
