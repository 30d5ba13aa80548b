import styles from './honeypot.module.css';

/** A field that people neither see nor reach, called what machines like to fill in. What arrives with it is dropped. */
export function Honeypot() {
  return (
    <input
      className={styles.trap}
      name="website"
      type="text"
      tabIndex={-1}
      autoComplete="off"
      aria-hidden="true"
    />
  );
}
