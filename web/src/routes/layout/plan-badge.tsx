import type { Tier } from '@oriel/contract';
import styles from '../../ui/plan-badge.module.css';

export function PlanBadge({ tier }: { tier: Tier }) {
  return (
    <span className={styles.badge} data-tier={tier}>
      <span className="visually-hidden">Plan: </span>
      {tier}
    </span>
  );
}
