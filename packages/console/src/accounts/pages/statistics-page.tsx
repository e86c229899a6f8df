import type { UserStats } from '@ownvoice/shared/contract';
import { useCallback } from 'react';
import { Button } from '../../interface/button.js';
import { ErrorNotice, Loading } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import { ShareChart } from './share-chart.js';
import { SignupsChart } from './signups-chart.js';

export default function StatisticsPage() {
  const text = useText();
  const labels = text.statistics;
  const { api } = useSignedIn();
  const stats = useFetch(useCallback((signal: AbortSignal) => api.stats(signal), [api]));
  return (
    <>
      <div className="page-header">
        <p className="lead">{labels.lead}</p>
        <Button busy={stats.loading} onClick={stats.reload}>
          {labels.refresh}
        </Button>
      </div>
      <ErrorNotice error={stats.error} />
      {stats.value === undefined ? (
        stats.loading && <Loading>{text.loading}</Loading>
      ) : (
        <Statistics stats={stats.value} />
      )}
    </>
  );
}

function Statistics({ stats }: { stats: UserStats }) {
  const text = useText();
  const labels = text.statistics;
  const total = stats.total_users;
  return (
    <>
      <dl className="tiles">
        <Tile label={labels.total} value={total} />
        <Tile label={labels.active24h} value={stats.active_last_24h} />
        <Tile label={labels.active30d} value={stats.active_last_30d} />
        <Tile
          label={labels.failed24h}
          value={stats.failed_logins_last_24h}
          warning={stats.failed_logins_last_24h > 0}
        />
      </dl>
      <div className="charts">
        <SignupsChart stats={stats} />
        <ShareChart
          title={labels.roles}
          summary={labels.rolesChart({ admins: stats.by_role.admin, users: stats.by_role.user })}
          total={total}
          shares={[
            { label: text.roles.admin, value: stats.by_role.admin },
            { label: text.roles.user, value: stats.by_role.user },
          ]}
        />
        <ShareChart
          title={labels.active}
          summary={labels.activeChart({ active24h: stats.active_last_24h, active30d: stats.active_last_30d, total })}
          total={total}
          shares={[
            { label: labels.within24h, value: stats.active_last_24h },
            { label: labels.within30d, value: stats.active_last_30d },
          ]}
        />
      </div>
    </>
  );
}

function Tile({ label, value, warning = false }: { label: string; value: number; warning?: boolean }) {
  const format = useFormat();
  return (
    <div className={warning ? 'tile tile-warning' : 'tile'}>
      <dt>{label}</dt>
      <dd>{format.number(value)}</dd>
    </div>
  );
}
