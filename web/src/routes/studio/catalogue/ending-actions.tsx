import { useState } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import type { Entry, ListKind } from './entries.ts';
import type { Desk } from './use-desk.ts';

interface Props {
  kind: ListKind;
  entry: Entry;
  desk: Desk;
  onClose: () => void;
  onMerge: () => void;
}

/** The ways to end a list: into another one, or, while it is empty, for good. */
export function EndingActions({ kind, entry, desk, onClose, onMerge }: Props) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const sentence = await desk.remove(kind, entry.id);
    setBusy(false);
    if (sentence === undefined) onClose();
    else setFailure(sentence);
  };
  return (
    <div className={`desk-ending ${stack.gap3}`}>
      <AlertBox tone="error">{failure}</AlertBox>
      <div className={stack.actions}>
        <Button onClick={onMerge}>Merge into another {kind}…</Button>
        {entry.itemCount === 0 && (
          <Button disabled={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </div>
    </div>
  );
}
