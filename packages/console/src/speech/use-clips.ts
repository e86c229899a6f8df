import { useMemo, useRef, useState } from 'react';
import { atRest, type Clip, chunksThatAre, newestThatFit } from './clip.js';

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
