import type { Ref } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Icon, LineDrawing } from '../../../ui/icon.tsx';
import type { DraftSnapshot, DraftStore, SaveState } from '../tours/draft/draft-store.ts';
import styles from './scene-editor.module.css';

const UNDO = 'M9 6L4.500 10.500 9 15M4.500 10.500H14a5.500 5.500 0 0 1 0 11h-3';
const REDO = 'M15 6l4.500 4.500L15 15M19.500 10.500H10a5.500 5.500 0 0 0 0 11h3';

const WORDS: Record<SaveState, string> = {
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  offline: 'No connection: kept here, saved later',
  conflict: 'Not saved',
  refused: 'Not saved',
};

interface Props {
  store: DraftStore;
  snapshot: DraftSnapshot;
  tourId: string;
  title: string;
  headingRef: Ref<HTMLHeadingElement>;
  isPreviewing: boolean;
  canWrite: boolean;
  onPreview: (isOn: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
}

export function TopBar(props: Props) {
  const { snapshot, tourId, title, headingRef, isPreviewing, canWrite, onPreview, onUndo, onRedo } = props;
  const { search } = useLocation();
  const { state, undoLabel, redoLabel, draft } = snapshot;
  return (
    <header className={styles.top}>
      <Link className={styles.back} to={`/studio/tours/${tourId}${search}`}>
        <Icon name="back" size={16} />
        <span>{draft.title || 'Untitled tour'}</span>
      </Link>
      <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
        {title || 'Untitled scene'}
      </h1>
      <p className={styles.saveState} role="status" data-state={state}>
        {canWrite ? WORDS[state] : 'You may look, not change'}
      </p>
      <div className={styles.topActions}>
        <button
          type="button"
          className={styles.tool}
          aria-label={undoLabel ? `Undo: ${undoLabel}` : 'Undo'}
          title={undoLabel ? `Undo: ${undoLabel}` : 'Undo'}
          disabled={undoLabel === undefined}
          onClick={onUndo}
        >
          <LineDrawing path={UNDO} size={18} />
        </button>
        <button
          type="button"
          className={styles.tool}
          aria-label={redoLabel ? `Redo: ${redoLabel}` : 'Redo'}
          title={redoLabel ? `Redo: ${redoLabel}` : 'Redo'}
          disabled={redoLabel === undefined}
          onClick={onRedo}
        >
          <LineDrawing path={REDO} size={18} />
        </button>
        <Button aria-pressed={isPreviewing} onClick={() => onPreview(!isPreviewing)}>
          {isPreviewing ? 'Go on editing' : 'As visitors see it'}
        </Button>
      </div>
    </header>
  );
}

/** What somebody else has saved meanwhile, or what the server does not take. */
export function SaveTrouble({ store, snapshot: { conflict, refusal } }: Pick<Props, 'store' | 'snapshot'>) {
  if (conflict) {
    return (
      <div className={styles.trouble} role="alert">
        <p>
          {conflict.changedBy.name || 'Somebody else'} has changed this tour meanwhile. What you did here is
          not saved yet.
        </p>
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => store.keepMine()}>
            Keep mine
          </Button>
          <Button onClick={() => store.takeTheirs()}>Take theirs</Button>
        </div>
      </div>
    );
  }
  if (!refusal) return null;
  return (
    <div className={styles.trouble} role="alert">
      <p>{refusal.sentence}</p>
    </div>
  );
}
