import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../interface/use-fetch.js';
import type { Clip } from './clip.js';
import type { Draft } from './draft.js';
import type { PageStorage } from './page-storage.js';

/** Typing is saved this long after its last key. */
const DEBOUNCE_MS = 200;

/**
 * Saves the clips and the inputs whenever they change. What did not fit is tried again with the next change.
 * @param loaded the clips that are saved already
 * @returns whether a reload keeps them
 */
export function useSaved(
  storage: PageStorage,
  loaded: readonly Clip[],
  { clips, draft }: { clips: readonly Clip[]; draft: Draft },
): boolean {
  const [areClipsSaved, setAreClipsSaved] = useState(true);
  const [isDraftSaved, setIsDraftSaved] = useState(true);
  /** Each save begins where the one before it has ended. */
  const saved = useRef(Promise.resolve(loaded));
  useEffect(() => {
    saved.current = saved.current.then(async (before) => {
      const now = await storage.saveClips(before, clips);
      setAreClipsSaved(clips.every((clip) => now.includes(clip)));
      return now;
    });
  }, [storage, clips]);

  const settled = useDebounced(draft, DEBOUNCE_MS);
  useEffect(() => {
    void storage.saveDraft(settled).then(setIsDraftSaved);
  }, [storage, settled]);
  return areClipsSaved && isDraftSaved;
}
