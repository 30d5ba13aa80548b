import styles from './spinner.module.css';

/** The arch of the logo, drawn again and again, on a dark background over an image. The text next to it says what is under way. */
export function Spinner() {
  return (
    <svg
      className={styles.spinner}
      width={18}
      height={20}
      viewBox="0 0 18 20"
      fill="none"
      strokeWidth={2}
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.arch} d="M2 18V9a7 7 0 0 1 14 0v9z" />
      <path className={styles.light} pathLength={1} d="M2 18V9a7 7 0 0 1 14 0v9z" />
    </svg>
  );
}
