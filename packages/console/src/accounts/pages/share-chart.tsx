import { useText } from '../text.js';

interface ShareChartProps {
  title: string;
  summary: string;
  total: number;
  shares: { label: string; value: number }[];
}

const WIDTH = 320;

/** Shares of all accounts as bars. The numbers are visible text, so the chart needs no table. */
export function ShareChart({ title, summary, total, shares }: ShareChartProps) {
  const text = useText();
  return (
    <figure className="chart">
      <figcaption>
        <h2>{title}</h2>
        <p>{summary}</p>
      </figcaption>
      <dl className="shares">
        {shares.map(({ label, value }) => (
          <div key={label} className="share">
            <dt>{label}</dt>
            <dd>{text.statistics.of({ part: value, total })}</dd>
            <svg viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
              <rect className="share-track" width={WIDTH} height="12" rx="6" />
              {value > 0 && (
                <rect className="bar" width={Math.max(12, (WIDTH * value) / Math.max(1, total))} height="12" rx="6" />
              )}
            </svg>
          </div>
        ))}
      </dl>
    </figure>
  );
}
