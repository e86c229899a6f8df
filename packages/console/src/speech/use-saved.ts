import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../interface/use-debounced.js';
import type { Clip } from './clip.js';
import type { Draft, PageStorage } from './page-storage.js';

/** Typing is saved this long after its last key. */
const DEBOUNCE_MS = 200;

/**
 * Saves the clips and the inputs whenever they change.
 * @param loaded the clips that are saved already
 * @returns whether a reload keeps them
 */
export function useSaved(
  storage: PageStorage,
  loaded: readonly Clip[],
  { clips, draft }: { clips: readonly Clip[]; draft: Draft },
): boolean {
  const [isWorking, setIsWorking] = useState(storage.isWorking);
  const saved = useRef(loaded);
  useEffect(() => {
    const before = saved.current;
    saved.current = clips;
    void storage.saveClips(before, clips).then(() => setIsWorking(storage.isWorking));
  }, [storage, clips]);

  const settled = useDebounced(draft, DEBOUNCE_MS);
  useEffect(() => {
    void storage.saveDraft(settled).then(() => setIsWorking(storage.isWorking));
  }, [storage, settled]);
  return isWorking;
}
