import styles from './data-meter.module.css';
import type { DataSaving } from './use-data-budget.ts';

const MEGABYTE = 1_000_000;
const inMegabytes = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en');

/** Since the visitor began to save data. */
const UNUSED = { bytes: 0, limit: MEGABYTE, isWaiting: false };

/** What the scene in view has taken of its data budget, and the way beyond it. */
export function DataMeter({ saving: { use = UNUSED, lift } }: { saving: DataSaving }) {
  const { bytes, limit, isWaiting } = use;
  const taken = inMegabytes.format(bytes / MEGABYTE);
  return (
    <p className={styles.meter}>
      Saving data: {limit === undefined ? `${taken} MB` : `${taken} of ${whole.format(limit / MEGABYTE)} MB`}
      {isWaiting && (
        <button type="button" className={styles.lift} onClick={lift}>
          Sharpen this view
        </button>
      )}
    </p>
  );
}
