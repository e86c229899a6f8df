import type { SpeechHealth } from '@ownvoice/shared/contract';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../language/language-provider.js';
import { useText } from './text.js';

/** A model that is being downloaded or built now. */
export interface Installation {
  readonly variant: string;
  /** 0 to 1. */
  readonly progress: number;
  /** Of a download. */
  readonly bytes: { readonly done: number; readonly total: number } | undefined;
}

/** What is being installed, because this page or `--pull on` asked for it. */
export function installationOf({ pull, model, variant }: SpeechHealth): Installation | undefined {
  const isPulling = pull?.state === 'running';
  const { progress, downloaded_bytes: done, total_bytes: total } = isPulling ? pull : model;
  if (progress === undefined) return undefined;
  const bytes = done === undefined || total === undefined ? undefined : { done, total };
  if (isPulling) return { variant: pull.variant, progress, bytes };
  return bytes && { variant, progress, bytes };
}

/** The step of an installation with its share, bytes and speed. */
export function InstallationProgress({ installation }: { installation: Installation }) {
  const labels = useText().model;
  const format = useFormat();
  const { variant, progress, bytes } = installation;
  const speed = useSpeed(bytes?.done);
  const step = (bytes === undefined ? labels.building : labels.downloading)({ variant });
  const details = [
    format.percent(progress),
    ...(bytes === undefined ? [] : [labels.bytes({ done: format.size(bytes.done), total: format.size(bytes.total) })]),
    ...(speed === undefined ? [] : [format.megabytesPerSecond(speed)]),
    ...(speed && bytes ? [labels.left({ duration: format.wait(Math.ceil((bytes.total - bytes.done) / speed)) })] : []),
  ];
  return (
    <div className="stack">
      <p role="status">{step}</p>
      <progress aria-label={step} value={progress} />
      <p>{details.join(' · ')}</p>
    </div>
  );
}

/** Bytes a second between the last two values that differ. */
function useSpeed(bytes: number | undefined): number | undefined {
  const last = useRef<{ bytes: number; at: number }>(undefined);
  const [speed, setSpeed] = useState<number>();
  useEffect(() => {
    const before = last.current;
    const at = performance.now();
    if (bytes === undefined || before?.bytes === bytes) return;
    last.current = { bytes, at };
    setSpeed(
      before === undefined || bytes < before.bytes ? undefined : ((bytes - before.bytes) * 1_000) / (at - before.at),
    );
  }, [bytes]);
  return bytes === undefined ? undefined : speed;
}
