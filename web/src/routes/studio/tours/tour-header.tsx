import { Link, useLocation } from 'react-router';
import { Icon, LineDrawing } from '../../../ui/icon.tsx';
import { StateMark } from './state-mark.tsx';
import { useTourWork } from './tour-work.ts';
import styles from './tours.module.css';
import { SAVE_WORDS, UNTITLED } from './words.ts';

const UNDO = 'M9 6L4.500 10.500 9 15M4.500 10.500H14a5.500 5.500 0 0 1 0 11h-3';
const REDO = 'M15 6l4.500 4.500L15 15M19.500 10.500H10a5.500 5.500 0 0 0 0 11h3';

/** What the tour is called, how it stands, and whether it is saved. */
export function TourHeader({ children }: { children?: React.ReactNode }) {
  const { store, snapshot, may } = useTourWork();
  const { search } = useLocation();
  const { draft, tour, state, undoLabel, redoLabel } = snapshot;
  const canWrite = may('tour.write');
  return (
    <header className={styles.header}>
      <div className={styles.headerTitle}>
        <Link className={styles.back} to={`/studio/tours${search}`}>
          <Icon name="back" size={16} />
          Tours
        </Link>
        <h1>{draft.title || UNTITLED}</h1>
      </div>
      <div className={styles.headerTools}>
        <StateMark tour={tour} />
        <span className={styles.save} role="status" data-state={state}>
          {canWrite ? SAVE_WORDS[state] : 'You may look, not change'}
        </span>
        {canWrite && (
          <>
            <StepButton drawing={UNDO} word="Undo" label={undoLabel} onClick={() => store.undo()} />
            <StepButton drawing={REDO} word="Redo" label={redoLabel} onClick={() => store.redo()} />
          </>
        )}
        {children}
      </div>
    </header>
  );
}

interface StepProps {
  drawing: string;
  word: string;
  /** What it would take back or do again. */
  label: string | undefined;
  onClick: () => void;
}

function StepButton({ drawing, word, label, onClick }: StepProps) {
  const name = label === undefined ? word : `${word}: ${label}`;
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      title={name}
      aria-disabled={label === undefined}
      onClick={onClick}
    >
      <LineDrawing path={drawing} size={18} />
    </button>
  );
}
