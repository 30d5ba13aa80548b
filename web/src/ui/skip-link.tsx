import styles from './skip-link.module.css';

/** The first tab stop of every page; skips to `#main`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
