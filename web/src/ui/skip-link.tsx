import styles from './skip-link.module.css';

/** The first stop of the Tab key on every page: past the bars, to `#main`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
