import styles from './keyhole.module.css';

/** The arch of the logo as a locked door; it swings open while it is being unlocked. */
export function Keyhole({ isOpening }: { isOpening: boolean }) {
  return (
    <span className={styles.door} data-opening={isOpening}>
      <svg
        className={styles.leaf}
        viewBox="0 0 48 60"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        aria-hidden="true"
        focusable="false"
      >
        <path d="M2 58V24a22 22 0 0 1 44 0v34z" />
        <path
          fill="currentColor"
          stroke="none"
          d="M24 27a5 5 0 0 1 2.500 9.300L28.500 45h-9l2-8.700A5 5 0 0 1 24 27z"
        />
      </svg>
    </span>
  );
}
