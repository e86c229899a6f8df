import type { SpeechHealth } from '@ownvoice/shared/contract';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../language/language-provider.js';
import { useSentences } from '../language/use-sentences.js';
import { useText } from './text.js';

/** A model that is being downloaded or built now. */
export interface Installation {
  readonly variant: string;
  readonly stage: string;
  /** 0 to 1. */
  readonly progress: number;
  /** Of a download. */
  readonly bytes: { readonly done: number; readonly total: number } | undefined;
}

/** What is being installed, because this page or `--pull on` asked for it. */
export function installationOf({ pull, model, variant }: SpeechHealth): Installation | undefined {
  const source = pull?.state === 'running' ? pull : model.state === 'loading' ? { ...model, variant } : undefined;
  if (source?.stage === undefined || source.progress === undefined) return undefined;
  const { downloaded_bytes: done, total_bytes: total } = source;
  const bytes = done === undefined || total === undefined ? undefined : { done, total };
  return { variant: source.variant, stage: source.stage, progress: source.progress, bytes };
}

/**
 * Says what the service is doing with a model. It has words for an installation; the stages of loading a model are for its
 * operator.
 */
export function useStage(): (stage: string, variant: string) => string {
  const { engine, model } = useText();
  const said = useSentences();
  return (stage, variant) => {
    const [verb, named = variant] = stage.split(' ', 2);
    if (verb === 'downloading') return model.downloading({ variant: named });
    if (verb === 'building') return model.building({ variant: named });
    const sentence = said(stage).text;
    return sentence === stage ? engine.states.loading({ variant }) : sentence;
  };
}

/** The step of an installation with its share, bytes and speed. */
export function InstallationProgress({ installation }: { installation: Installation }) {
  const labels = useText().model;
  const format = useFormat();
  const { variant, stage, progress, bytes } = installation;
  const speed = useSpeed(bytes?.done);
  const step = useStage()(stage, variant);
  const details = [
    format.percent(progress),
    ...(bytes === undefined ? [] : [labels.bytes({ done: format.size(bytes.done), total: format.size(bytes.total) })]),
    ...(speed === undefined ? [] : [format.megabytesPerSecond(speed)]),
  ];
  return (
    <div className="installation">
      <p role="status">{step}</p>
      <progress aria-label={step} value={progress} />
      <p className="installation-details">{details.join(' · ')}</p>
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
