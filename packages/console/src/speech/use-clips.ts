import { useMemo, useRef, useState } from 'react';
import { atRest, bytesOf, type Clip, chunksThatAre } from './clip.js';

/** The page keeps this many clips, and this much audio: 35 minutes. */
export const MAX_CLIPS = 20;
const MAX_BYTES = 100e6;

export interface Clips {
  /** Newest first. */
  readonly all: readonly Clip[];
  /** Adds a clip. The oldest ones make room for it and for its audio to come. */
  add(create: (number: number) => Clip): Clip;
  /** Changes a clip, unless it has been removed. */
  change(id: string, change: (clip: Clip) => Clip): void;
  /** Nobody generates a clip any more. One without audio is removed. */
  settle(id: string): void;
  remove(id: string): void;
}

/** The newest clips that fit; the newest one always does. */
function bounded(clips: readonly Clip[]): readonly Clip[] {
  let bytes = 0;
  const tooMuch = clips.findIndex((clip, index) => {
    bytes += bytesOf(clip);
    return index > 0 && (bytes > MAX_BYTES || index >= MAX_CLIPS);
  });
  return tooMuch < 0 ? clips : clips.slice(0, tooMuch);
}

/** The generated clips. */
export function useClips(): Clips {
  const [all, setAll] = useState<readonly Clip[]>([]);
  const latest = useRef(all);
  const actions = useMemo(() => {
    const set = (next: readonly Clip[]) => {
      latest.current = bounded(next);
      setAll(latest.current);
    };
    const change = (id: string, apply: (clip: Clip) => Clip) =>
      set(latest.current.map((clip) => (clip.id === id ? apply(clip) : clip)));
    const remove = (id: string) => set(latest.current.filter((clip) => clip.id !== id));
    return {
      add(create: (number: number) => Clip) {
        const clip = create((latest.current[0]?.number ?? 0) + 1);
        set([clip, ...latest.current]);
        return clip;
      },
      change,
      remove,
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
