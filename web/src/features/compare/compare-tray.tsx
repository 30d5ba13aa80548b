import { IconButton } from '../../ui/icon-button.tsx';
import { chooseForComparison, useChosenTour } from './choice.ts';
import styles from './compare-tray.module.css';

/** Says which tour waits for a second one. */
export function CompareTray() {
  const chosen = useChosenTour();
  const stop = () => {
    const card = document.querySelector<HTMLElement>('[data-analytics="compare"][aria-pressed="true"]');
    (card ?? document.getElementById('main'))?.focus({ preventScroll: true });
    chooseForComparison(undefined);
  };
  return (
    <div className={styles.place}>
      <p className="visually-hidden" role="status">
        {chosen && `${chosen.name} is chosen. Choose a second tour to compare.`}
      </p>
      {chosen && (
        <div className={styles.tray}>
          <p className={styles.text}>
            <strong>{chosen.name}</strong> and …? Choose a second tour.
          </p>
          <IconButton icon="close" label="Stop comparing" onClick={stop} />
        </div>
      )}
    </div>
  );
}
