import type { UserStats } from '@ownvoice/shared/contract';
import { Button } from '../../interface/button.js';
import { ErrorNotice, Loading } from '../../interface/notice.js';
import { useFetch } from '../../interface/use-fetch.js';
import { useFormat } from '../../language/language-provider.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';

export default function StatisticsPage() {
  const text = useText();
  const labels = text.statistics;
  const { api } = useSignedIn();
  const stats = useFetch(api.stats);
  return (
    <>
      <div className="row spread">
        <p className="muted">{labels.lead}</p>
        <Button busy={stats.loading} onClick={stats.reload}>
          {labels.refresh}
        </Button>
      </div>
      <ErrorNotice error={stats.error} />
      {stats.value === undefined ? (
        stats.pending && <Loading>{text.loading}</Loading>
      ) : (
        <>
          <Tiles stats={stats.value} />
          <Signups stats={stats.value} />
        </>
      )}
    </>
  );
}

function Tiles({ stats }: { stats: UserStats }) {
  const labels = useText().statistics;
  const format = useFormat();
  const tiles = [
    [labels.total, stats.total_users],
    [labels.admins, stats.by_role.admin],
    [labels.active24h, stats.active_last_24h],
    [labels.active30d, stats.active_last_30d],
    [labels.failed24h, stats.failed_logins_last_24h],
  ] as const;
  return (
    <dl className="tiles">
      {tiles.map(([label, value]) => (
        <div key={label} className="tile card">
          <dt className="muted small">{label}</dt>
          <dd>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sign-ups of the last 30 days as a bar chart, with a table of the same numbers. */
function Signups({ stats }: { stats: UserStats }) {
  const labels = useText().statistics;
  const format = useFormat();
  const days = stats.signups_by_day;
  const largest = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card stack" aria-labelledby="signups-title">
      <h2 id="signups-title">{labels.signups}</h2>
      <p className="muted small">
        {labels.signupsSummary({
          last24h: stats.created_last_24h,
          last7d: stats.created_last_7d,
          last30d: stats.created_last_30d,
        })}
      </p>
      <div className="chart muted small">
        <span>{format.number(largest)}</span>
        <svg
          viewBox={`0 0 ${days.length} 1`}
          preserveAspectRatio="none"
          role="img"
          aria-label={labels.signupsChart({ total })}
        >
          {days.map(({ date, count }, index) => (
            <rect key={date} x={index + 0.15} width={0.7} y={1 - count / largest} height={count / largest}>
              <title>{labels.signupsOn({ n: count, day: format.utcDay(date) })}</title>
            </rect>
          ))}
        </svg>
        <p className="row spread">
          {[days[0], days.at(-1)].map((day) => day && <span key={day.date}>{format.utcDay(day.date)}</span>)}
        </p>
      </div>
      <details>
        <summary>{labels.asTable}</summary>
        <table className="small">
          <thead>
            <tr>
              <th scope="col">{labels.date}</th>
              <th scope="col">{labels.count}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">{format.utcDay(date)}</th>
                <td>{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
