import type { UserStats } from '@ownvoice/shared/contract';
import { useFormat } from '../../language/language-provider.js';
import { useText } from '../text.js';
import { axisMargin, axisMaximum, LABEL_GAP } from './chart-scale.js';

const WIDTH = 720;
const HEIGHT = 220;
const MARGIN_BOTTOM = 26;
const MARGIN_TOP = 16;

/** Sign-ups of the last 30 days as a bar chart, with a table of the same numbers. */
export function SignupsChart({ stats }: { stats: UserStats }) {
  const labels = useText().statistics;
  const format = useFormat();
  const days = stats.signups_by_day;
  const maximum = axisMaximum(Math.max(0, ...days.map(({ count }) => count)));
  const ticks = [0, maximum / 2, maximum].map((count) => ({ count, label: format.number(count) }));
  const marginLeft = axisMargin(ticks.map(({ label }) => label));
  const barSpacing = (WIDTH - marginLeft) / Math.max(1, days.length);
  const y = (count: number) => MARGIN_TOP + (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM) * (1 - count / maximum);
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 });
  const total = days.reduce((sum, { count }) => sum + count, 0);

  return (
    <figure className="chart chart-wide">
      <figcaption>
        <h2>{labels.signups}</h2>
        <p>
          {labels.signupsSummary({
            last24h: stats.created_last_24h,
            last7d: stats.created_last_7d,
            last30d: stats.created_last_30d,
          })}
        </p>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={
          busiest.count > 0
            ? labels.signupsChartBusiest({ total, busiest: format.utcDay(busiest.date) })
            : labels.signupsChart({ total })
        }
      >
        {ticks.map(({ count, label }) => (
          <g key={count} className="axis">
            <line x1={marginLeft} x2={WIDTH} y1={y(count)} y2={y(count)} />
            <text x={marginLeft - LABEL_GAP} y={y(count) + 4} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {days.map(({ date, count }, index) => (
          <g key={date}>
            <rect
              className={count > 0 ? 'bar' : 'bar bar-empty'}
              x={marginLeft + index * barSpacing + barSpacing * 0.16}
              width={barSpacing * 0.68}
              y={count > 0 ? y(count) : y(0) - 2}
              height={count > 0 ? y(0) - y(count) : 2}
              rx={Math.min(4, barSpacing * 0.2)}
            >
              <title>{labels.signupsOn({ n: count, day: format.utcDay(date) })}</title>
            </rect>
            {(days.length - 1 - index) % 7 === 0 && (
              <text
                className="axis-day"
                x={index === days.length - 1 ? WIDTH : marginLeft + (index + 0.5) * barSpacing}
                y={HEIGHT - 6}
                textAnchor={index === days.length - 1 ? 'end' : 'middle'}
              >
                {format.utcDay(date)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details className="chart-table">
        <summary>{labels.asTable}</summary>
        <table className="table">
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
    </figure>
  );
}
