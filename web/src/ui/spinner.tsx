import styles from './spinner.module.css';

/** Something is under way, on a dark ground over a picture. The words beside it say what. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
