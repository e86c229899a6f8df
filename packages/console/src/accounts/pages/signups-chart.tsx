import type { UserStats } from '@ownvoice/shared/contract';
import { text } from '../text.js';
import { axisTop } from './chart-scale.js';

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 34;
const BOTTOM = 26;
const TOP = 10;
const words = text.statistics;

/** Sign-ups of the last 30 days as bars, with the same numbers as a table below. */
export function SignupsChart({ stats }: { stats: UserStats }) {
  const days = stats.signups_by_day;
  const top = axisTop(Math.max(0, ...days.map(({ count }) => count)));
  const slot = (WIDTH - LEFT) / Math.max(1, days.length);
  const y = (count: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / top);
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 });
  const total = days.reduce((sum, { count }) => sum + count, 0);

  return (
    <figure className="chart chart-wide">
      <figcaption>
        <h2>{words.signups}</h2>
        <p>{words.signupsSummary(stats.created_last_24h, stats.created_last_7d, stats.created_last_30d)}</p>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words.signupsChart(total, busiest.count > 0 ? text.utcDay(busiest.date) : '')}
      >
        {[0, top / 2, top].map((mark) => (
          <g key={mark} className="axis">
            <line x1={LEFT} x2={WIDTH} y1={y(mark)} y2={y(mark)} />
            <text x={LEFT - 8} y={y(mark) + 4} textAnchor="end">
              {text.number(mark)}
            </text>
          </g>
        ))}
        {days.map(({ date, count }, index) => (
          <g key={date}>
            <rect
              className={count > 0 ? 'bar' : 'bar bar-none'}
              x={LEFT + index * slot + slot * 0.16}
              width={slot * 0.68}
              y={count > 0 ? y(count) : y(0) - 2}
              height={count > 0 ? y(0) - y(count) : 2}
              rx={Math.min(4, slot * 0.2)}
            >
              <title>{words.signupsOn(count, text.utcDay(date))}</title>
            </rect>
            {(days.length - 1 - index) % 7 === 0 && (
              <text
                className="axis-day"
                x={index === days.length - 1 ? WIDTH : LEFT + (index + 0.5) * slot}
                y={HEIGHT - 6}
                textAnchor={index === days.length - 1 ? 'end' : 'middle'}
              >
                {text.utcDay(date)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details className="chart-table">
        <summary>{words.asTable}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.date}</th>
              <th scope="col">{words.count}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">{text.utcDay(date)}</th>
                <td>{text.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
