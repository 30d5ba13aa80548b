import type { StudioTourSummary } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import stack from '../../../../ui/stack.module.css';
import publish from '../publish/publish.module.css';
import { UNTITLED } from '../words.ts';
import type { BulkAction } from './actions.ts';
import styles from './bulk.module.css';
import { BulkForm } from './bulk-form.tsx';
import { useBulk } from './use-bulk.ts';
import { ACTION_WORDS, countTours, summaryOf } from './words.ts';

interface Props {
  workspace: string;
  kind: BulkAction['kind'];
  tours: readonly StudioTourSummary[];
  onClose: () => void;
}

/** Asks what is to be done to tours, does it, and says what has become of each. */
export function BulkDialog({ workspace, kind, tours, onClose }: Props) {
  const { results, progress, perform, undo } = useBulk(workspace);
  const [action, setAction] = useState<BulkAction>();
  const words = ACTION_WORDS[kind];
  const isBusy = progress !== undefined;
  return (
    <Dialog open title={words.title} busy={isBusy} onClose={onClose}>
      {action === undefined ? (
        <div className={stack.gap4}>
          <p>
            {countTours(tours.length)}. {words.lead}
          </p>
          <BulkForm
            kind={kind}
            onCancel={onClose}
            onSubmit={(chosen) => {
              setAction(chosen);
              void perform(tours, chosen);
            }}
          />
        </div>
      ) : (
        <div className={stack.gap4}>
          <p role="status">
            {progress
              ? `${progress.count} of ${countTours(progress.total)}…`
              : results.length > 0 && summaryOf(results)}
          </p>
          <ul className={styles.results} aria-label="Results">
            {results.map(({ tour, outcome, sentence }) => (
              <li key={tour.id} data-outcome={outcome}>
                <strong>{tour.title || UNTITLED}</strong>{' '}
                <span className={outcome === 'failed' ? styles.fault : publish.soft}>{sentence || '…'}</span>
              </li>
            ))}
          </ul>
          {!isBusy && (
            <Afterwards
              canUndo={results.some(({ undo: back }) => back !== undefined)}
              failed={results.filter(({ outcome }) => outcome === 'failed').map(({ tour }) => tour)}
              onRetry={(failed) => void perform(failed, action)}
              onUndo={() => void undo()}
              onClose={onClose}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

interface AfterwardsProps {
  canUndo: boolean;
  failed: readonly StudioTourSummary[];
  onRetry: (failed: readonly StudioTourSummary[]) => void;
  onUndo: () => void;
  onClose: () => void;
}

function Afterwards({ canUndo, failed, onRetry, onUndo, onClose }: AfterwardsProps) {
  const close = useRef<HTMLButtonElement>(null);
  // The button that began it is gone.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={stack.actions}>
      <Button ref={close} variant="primary" onClick={onClose}>
        Close
      </Button>
      {canUndo && <Button onClick={onUndo}>Undo</Button>}
      {failed.length > 0 && <Button onClick={() => onRetry(failed)}>Try again</Button>}
    </div>
  );
}
