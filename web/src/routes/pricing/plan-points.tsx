import { Icon } from '../../ui/icon.tsx';
import styles from './plans.module.css';

/** What a plan brings. */
export function PlanPoints({ points }: { points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point} className={styles.point}>
          <Icon name="check" size={16} />
          {point}
        </li>
      ))}
    </ul>
  );
}
