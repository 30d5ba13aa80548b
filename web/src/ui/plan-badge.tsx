import styles from './plan-badge.module.css';

export function PlanBadge({ tier }: { tier: string }) {
  return (
    <span className={styles.badge} data-tier={tier}>
      <span className="visually-hidden">Plan: </span>
      {tier}
    </span>
  );
}
