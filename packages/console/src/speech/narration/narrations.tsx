import type { Job } from '@ownvoice/shared/contract';
import { useEffect, useState } from 'react';
import { ConfirmAction } from '../../interface/dialog.js';
import { ErrorNotice } from '../../interface/notice.js';
import { usePoll } from '../../interface/use-poll.js';
import { useText } from '../text.js';
import { JobCard } from './job-card.js';
import { deleteJob, fetchJobs } from './narration-api.js';

const POLL_MS = 10_000;
const BUSY_POLL_MS = 1_500;
const pauseMs = (jobs: readonly Job[] = []) => (jobs.some((job) => !hasEnded(job)) ? BUSY_POLL_MS : POLL_MS);

const hasEnded = ({ finished_at }: Job) => finished_at !== null;

/** The narrations of this server. @param created the id of the one that this page has just created */
export default function Narrations({ created }: { created: string | undefined }) {
  const labels = useText().narration;
  const [{ value: jobs, error }, reload] = usePoll(fetchJobs, pauseMs);
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
