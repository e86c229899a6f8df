import type { UserStats } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { Button } from '../../interface/button.js';
import { Failure, Waiting } from '../../interface/notice.js';
import { useLoaded } from '../../interface/use-loaded.js';
import { useSignedIn } from '../state.js';
import { text } from '../text.js';
import { ShareChart } from './share-chart.js';
import { SignupsChart } from './signups-chart.js';

const words = text.statistics;

export default function StatisticsPage() {
  const { api } = useSignedIn();
  const stats = useLoaded(useCallback((signal: AbortSignal) => api.stats(signal), [api]));
  return (
    <>
      <div className="page-head">
        <p className="lead">{words.lead}</p>
        <Button busy={stats.loading} onClick={stats.reload}>
          {words.refresh}
        </Button>
      </div>
      <Failure error={stats.error} />
      {stats.value === undefined ? stats.loading && <Waiting>{text.loading}</Waiting> : <Numbers stats={stats.value} />}
    </>
  );
}

function Numbers({ stats }: { stats: UserStats }) {
  const total = stats.total_users;
  return (
    <>
      <dl className="tiles">
        <Tile label={words.total} value={total} />
        <Tile label={words.active24h} value={stats.active_last_24h} />
        <Tile label={words.active30d} value={stats.active_last_30d} />
        <Tile label={words.failed24h} value={stats.failed_logins_last_24h} warn={stats.failed_logins_last_24h > 0} />
      </dl>
      <div className="charts">
        <SignupsChart stats={stats} />
        <ShareChart
          title={words.roles}
          summary={words.rolesChart(stats.by_role.admin, stats.by_role.user)}
          total={total}
          shares={[
            { label: text.roles.admin, value: stats.by_role.admin },
            { label: text.roles.user, value: stats.by_role.user },
          ]}
        />
        <ShareChart
          title={words.active}
          summary={words.activeChart(stats.active_last_24h, stats.active_last_30d, total)}
          total={total}
          shares={[
            { label: words.within24h, value: stats.active_last_24h },
            { label: words.within30d, value: stats.active_last_30d },
          ]}
        />
      </div>
    </>
  );
}

function Tile({ label, value, warn = false }: { label: string; value: number; warn?: boolean }) {
  return (
    <div className={warn ? 'tile tile-warn' : 'tile'}>
      <dt>{label}</dt>
      <dd>{text.number(value)}</dd>
    </div>
  );
}
