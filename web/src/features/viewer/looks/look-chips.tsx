import type { Look } from '../scene.ts';
import styles from './look-chips.module.css';

/** Turns the view to what is worth a look. */
export function LookChips({ looks, onLook }: { looks: Look[]; onLook: (view: Look['view']) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are buttons.
    <div className={styles.looks} role="group" aria-label="Look at">
      <span className={styles.lead} aria-hidden="true">
        Look at
      </span>
      {looks.map(({ id, label, view }) => (
        <button key={id} type="button" className={styles.look} onClick={() => onLook(view)}>
          {label}
        </button>
      ))}
    </div>
  );
}
