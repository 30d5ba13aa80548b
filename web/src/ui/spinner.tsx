import styles from './spinner.module.css';

/** A spinner on a dark background over an image. The text next to it says what is under way. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
