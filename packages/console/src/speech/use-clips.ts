import { useEffect, useMemo, useRef, useState } from 'react';
import { useDebounced } from '../interface/use-fetch.js';
import { atRest, type Clip, chunksThatAre, newestThatFit } from './clip.js';
import type { Draft } from './draft.js';
import type { PageStorage } from './page-storage.js';

export interface Clips {
  /** Newest first. */
  readonly all: readonly Clip[];
  /** Adds a clip. The oldest ones make room for it and for its audio to come. */
  add(create: (number: number) => Clip): Clip;
  /** Changes a clip, unless it has been removed. @returns the changed one */
  change(id: string, change: (clip: Clip) => Clip): Clip | undefined;
  /** Nobody generates a clip any more. One without audio is removed. */
  settle(id: string): void;
  remove(id: string): void;
  clear(): void;
  /** Puts removed clips back in their places. */
  restore(clips: readonly Clip[]): void;
}

/** The generated clips. */
export function useClips(loaded: readonly Clip[]): Clips {
  const [all, setAll] = useState(loaded);
  const latest = useRef(all);
  const actions = useMemo(() => {
    const set = (next: readonly Clip[]) => {
      latest.current = newestThatFit(next);
      setAll(latest.current);
    };
    const change = (id: string, apply: (clip: Clip) => Clip) => {
      set(latest.current.map((clip) => (clip.id === id ? apply(clip) : clip)));
      return latest.current.find((clip) => clip.id === id);
    };
    const remove = (id: string) => set(latest.current.filter((clip) => clip.id !== id));
    return {
      add(create: (number: number) => Clip) {
        const clip = create((latest.current[0]?.number ?? 0) + 1);
        set([clip, ...latest.current]);
        return clip;
      },
      change,
      remove,
      clear: () => set([]),
      restore: (clips: readonly Clip[]) =>
        set([...latest.current, ...clips].toSorted((a, b) => b.createdAt - a.createdAt)),
      settle(id: string) {
        const clip = latest.current.find((one) => one.id === id);
        if (clip === undefined) return;
        if (chunksThatAre(clip, 'ready').length === 0) remove(id);
        else change(id, atRest);
      },
    };
  }, []);
  return { all, ...actions };
}

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
