import styles from './press-failure.module.css';

/** Below buttons on a picture: what the last press could not do. Hangs from the nearest positioned element. */
export function PressFailure({ sentence }: { sentence: string | undefined }) {
  return (
    sentence && (
      <span className={styles.failure} role="alert">
        {sentence}
      </span>
    )
  );
}
