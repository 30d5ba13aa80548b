import styles from './files.module.css';

/** @param share from 0 to 1 */
export function Bar({ label, share }: { label: string; share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div
      role="progressbar"
      className={styles.bar}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div style={{ scale: `${share} 1` }} />
    </div>
  );
}
