import type { Job } from '@ownvoice/shared/contract';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../interface/button.js';
import { ConfirmAction } from '../../interface/dialog.js';
import { Icon, type IconName } from '../../interface/icon.js';
import { ErrorNotice } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { usePoll } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { useDuration, useText } from '../text.js';
import { usePlayback } from '../use-player.js';
import { addressOf, deleteJob, fetchJobs, postToJob, saveJobFile } from './narration-api.js';

const POLL_MS = 10_000;
const BUSY_POLL_MS = 1_500;
const pauseMs = (jobs: readonly Job[] = []) => (jobs.some((job) => !hasEnded(job)) ? BUSY_POLL_MS : POLL_MS);

const hasEnded = ({ finished_at }: Job) => finished_at !== null;

/** The narrations of this server. @param created the id of the one that this page has just created */
export default function Narrations({ created }: { created: string | undefined }) {
  const labels = useText().narration;
  const { value: jobs, error, reload } = usePoll(fetchJobs, pauseMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been created is in the next list
  useEffect(reload, [created]);
  const [deleting, setDeleting] = useState<Job>();
  return (
    <section className="stack" aria-labelledby="narrations-label" aria-busy={jobs === undefined && error === undefined}>
      <h2 id="narrations-label">{labels.list}</h2>
      <ErrorNotice error={error} />
      {jobs?.length === 0 && <p className="placeholder muted">{labels.empty}</p>}
      <ul className="stack">
        {jobs?.map((job) => (
          <li key={job.id}>
            <JobCard job={job} isNew={job.id === created} onChange={reload} onDelete={() => setDeleting(job)} />
          </li>
        ))}
      </ul>
      {deleting !== undefined && (
        <ConfirmAction
          title={labels.deleteTitle({ title: deleting.title ?? labels.untitled })}
          description={labels.deleteDescription}
          confirm={hasEnded(deleting) ? labels.delete : labels.cancel}
          onConfirm={async () => {
            await deleteJob(deleting.id);
            setDeleting(undefined);
            reload();
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </section>
  );
}

type Part = Job['parts'][number];

interface JobCardProps {
  job: Job;
  /** Whether it was created in this page; its chapters are shown then. */
  isNew: boolean;
  /** It has another state now. */
  onChange: () => void;
  onDelete: () => void;
}

const isDone = ({ status }: Part) => status === 'done';

/** A narration: how far it is, and what can be done with it and its parts. */
function JobCard({ job, isNew, onChange, onDelete }: JobCardProps) {
  const labels = useText().narration;
  const format = useFormat();
  const duration = useDuration();
  const action = useAction();
  const card = useRef<HTMLElement>(null);
  // On a narrow window it is far below the button that created it.
  useEffect(() => {
    if (isNew) card.current?.scrollIntoView({ block: 'center' });
  }, [isNew]);
  const title = job.title ?? labels.untitled;
  const { status, chunks, parts } = job;
  const hasEnded = job.finished_at !== null;
  const done = parts.filter(isDone).length;
  const run = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work();
      onChange();
    });
  const isHalted = status === 'paused' && job.reason === null;
  const tool = (label: string, onClick: () => void) => (
    <Button variant="ghost" aria-label={`${label}: ${title}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <article ref={card} className="card stack" aria-label={title}>
      <header className="row spread">
        <h3 className="wrap">
          <bdi>{title}</bdi>
        </h3>
        <div className="row">
          {!hasEnded &&
            tool(isHalted ? labels.resume : labels.pause, () =>
              run(() => postToJob(job.id, isHalted ? 'resume' : 'pause')),
            )}
          {done === parts.length && (
            <Button
              variant="ghost"
              aria-label={`${labels.downloadAll}: ${title}`}
              busy={action.busy}
              onClick={() => run(() => saveJobFile(job.id, 'audio?format=zip', `${title}.zip`))}
            >
              <Icon name="download" />
              {labels.downloadAll}
            </Button>
          )}
          {tool(hasEnded ? labels.delete : labels.cancel, onDelete)}
        </div>
      </header>
      <p className="muted small" role="status">
        {[
          labels.statuses[status],
          labels.progress({ done, total: parts.length }),
          ...(job.audio_seconds > 0 ? [labels.audio({ duration: duration(job.audio_seconds) })] : []),
          ...(!hasEnded && job.seconds_left ? [labels.left({ duration: duration(job.seconds_left) })] : []),
        ].join(' · ')}
      </p>
      {!hasEnded && (
        <progress aria-label={labels.progressOf({ title })} max={Math.max(1, chunks.total)} value={chunks.done} />
      )}
      {job.reason !== null && (
        <p className="wrap small" lang="en">
          {job.reason}
        </p>
      )}
      <ErrorNotice error={action.error} />
      <details open={isNew || parts.length === 1}>
        <summary className="small">{labels.chapters}</summary>
        <ol className="parts">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
            <li key={index}>
              <PartRow
                job={job.id}
                part={part}
                number={index + 1}
                name={part.title ?? (parts.length === 1 ? title : labels.chapter({ n: format.number(index + 1) }))}
                canRepeat={!hasEnded}
                run={run}
              />
            </li>
          ))}
        </ol>
      </details>
    </article>
  );
}

interface PartRowProps {
  /** The id of the narration. */
  job: string;
  part: Part;
  /** From 1. */
  number: number;
  name: string;
  /** Whether it can be spoken again. */
  canRepeat: boolean;
  run: (work: () => Promise<unknown>) => void;
}

function PartRow({ job, part, number, name, canRepeat, run }: PartRowProps) {
  const labels = useText().narration;
  const format = useFormat();
  const duration = useDuration();
  const playback = usePlayback();
  const [address, setAddress] = useState<string>();
  const { status, chunks } = part;
  const file = `parts/${number}`;
  const tool = (icon: IconName, label: string, onClick: () => Promise<unknown>) => (
    <IconButton icon={icon} label={`${label}: ${name}`} title={label} onClick={() => run(onClick)} />
  );
  const progress = chunks.done > 0 ? ` · ${format.percent(chunks.done / Math.max(1, chunks.total))}` : '';
  return (
    <div className="part small">
      <bdi className="wrap">{name}</bdi>
      <span className="muted">
        {isDone(part) ? duration(part.audio_seconds) : `${labels.statuses[status]}${progress}`}
      </span>
      <div className="part-tools">
        {isDone(part) && (
          <>
            {address === undefined &&
              tool('play', labels.listen, async () => setAddress(await addressOf(job, `${file}/audio`)))}
            {tool('download', labels.download, () => saveJobFile(job, `${file}/audio`, `${number} ${name}.wav`))}
            {tool('subtitles', labels.subtitles, () => saveJobFile(job, `${file}/subtitles`, `${number} ${name}.srt`))}
          </>
        )}
        {canRepeat &&
          (isDone(part) || status === 'failed') &&
          tool('again', labels.again, () => {
            setAddress(undefined);
            return postToJob(job, `${file}/again`);
          })}
      </div>
      {chunks.skipped > 0 && <p className="part-note over-limit">{labels.skipped({ n: chunks.skipped })}</p>}
      {address !== undefined && isDone(part) && (
        // biome-ignore lint/a11y/useMediaCaption: the text is the user's own
        <audio
          className="part-note"
          controls
          autoPlay
          src={address}
          aria-label={name}
          onPlay={() => playback.pause()}
        />
      )}
    </div>
  );
}
