import type { CSSProperties } from 'react';
import type { Plan } from './plan-map.tsx';
import styles from './plan-scale.module.css';

const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200];
/** The least share of the plan's width that the scale takes. */
const LEAST = 0.12;

/** How long things are on a plan, where that is known, and where north is. */
export function PlanScale({ plan: { metresPerPixel, width, height, north } }: { plan: Plan }) {
  const metres = width * (metresPerPixel ?? 0);
  const length = LENGTHS.find((one) => one >= metres * LEAST);
  return (
    <div className={styles.legend} style={{ '--ratio': width / height } as CSSProperties}>
      {metresPerPixel !== undefined && length !== undefined && (
        <span className={styles.scale} style={{ width: `${(100 * length) / metres}%` }}>
          {length} m
        </span>
      )}
      <span className={styles.north}>
        <svg
          width={18}
          height={18}
          viewBox="-9 -9 18 18"
          style={{ rotate: `${north}deg` }}
          aria-hidden="true"
          focusable="false"
        >
          <path d="M0 8V-8M-4-3.500L0-8L4-3.500" fill="none" stroke="currentColor" strokeWidth={1.6} />
        </svg>
        North
      </span>
    </div>
  );
}
