import type { Permission, StudioTourSummary } from '@oriel/contract';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useReviewsTours } from '../../roles.ts';
import type { BulkAction } from './actions.ts';
import styles from './bulk.module.css';
import { BulkDialog } from './bulk-dialog.tsx';
import { ACTION_WORDS } from './words.ts';

interface Props {
  workspace: string;
  permissions: readonly Permission[];
  selected: readonly StudioTourSummary[];
  onClear: () => void;
}

/** What can be done to the selected tours, at the foot of the window. */
export function BulkBar({ workspace, permissions, selected, onClear }: Props) {
  const reviewsTours = useReviewsTours();
  const [open, setOpen] = useState<{ kind: BulkAction['kind']; tours: readonly StudioTourSummary[] }>();
  const mayPublish = permissions.includes('tour.publish');
  const kinds: BulkAction['kind'][] = [
    mayPublish && !reviewsTours ? 'publish' : 'submit',
    ...(mayPublish ? (['withdraw', 'visibility'] as const) : []),
    'category',
    'price',
    'tags',
  ];
  if (selected.length === 0 && open === undefined) return null;
  return (
    <>
      {selected.length > 0 && (
        <section className={styles.bar} aria-label="Selected tours">
          <p className={styles.count} role="status">
            {selected.length} selected
          </p>
          <div className={styles.actions}>
            {kinds.map((kind) => (
              <Button key={kind} onClick={() => setOpen({ kind, tours: selected })}>
                {ACTION_WORDS[kind].button}
              </Button>
            ))}
          </div>
          <Button onClick={onClear}>Clear</Button>
        </section>
      )}
      {open && (
        <BulkDialog
          workspace={workspace}
          kind={open.kind}
          tours={open.tours}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
