import { formatDate, formatNumber } from '../../../format.ts';
import table from '../../../ui/table.module.css';
import type { Bar } from './series.ts';
import styles from './statistics.module.css';

const HEIGHT = 48;

const named = ({ from, to }: Bar) =>
  from === to ? formatDate(from, 'utc') : `${formatDate(from, 'utc')} to ${formatDate(to, 'utc')}`;

/** A figure with its days: small bars, and the same as a table. */
export function DayChart({ label, total, bars }: { label: string; total: number; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const busy = bars.filter(({ value }) => value > 0);
  return (
    <section className={styles.figure} aria-label={label}>
      <h2>{label}</h2>
      <p className={styles.total}>{formatNumber(total)}</p>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, index) => (
          <rect
            key={bar.from}
            x={index + 0.1}
            width={0.8}
            y={HEIGHT - Math.max(1, (bar.value / most) * HEIGHT)}
            height={Math.max(1, (bar.value / most) * HEIGHT)}
            data-empty={bar.value === 0 || undefined}
          >
            <title>{`${named(bar)}: ${formatNumber(bar.value)}`}</title>
          </rect>
        ))}
      </svg>
      {busy.length > 0 && (
        <details>
          <summary>{label} as a table</summary>
          <div className={styles.scroll}>
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">Day (UTC)</th>
                  <th scope="col">{label}</th>
                </tr>
              </thead>
              <tbody>
                {busy.toReversed().map((bar) => (
                  <tr key={bar.from}>
                    <th scope="row">{named(bar)}</th>
                    <td>{formatNumber(bar.value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}
