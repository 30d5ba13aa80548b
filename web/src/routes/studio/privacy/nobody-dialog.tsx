import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import type { CheckedSphere } from './use-checks.ts';

interface Props {
  /** Those that are not signed yet. */
  spheres: readonly CheckedSphere[];
  onSign: () => Promise<unknown>;
  onClose: () => void;
}

/** One statement for all pictures that are not signed yet. */
export function NobodyDialog({ spheres, onSign, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const sign = async () => {
    setBusy(true);
    await onSign();
    onClose();
  };
  return (
    <Dialog open title="No people in any picture" busy={isBusy} onClose={onClose}>
      <div className={stack.gap4}>
        <p>
          You state that{' '}
          {spheres.length === 1 ? 'this picture shows' : `these ${spheres.length} pictures show`} no people,
          number plates or papers. Nothing in them is blurred.
        </p>
        <ul className={prose.points}>
          {spheres.map(({ asset, title }) => (
            <li key={asset}>{title}</li>
          ))}
        </ul>
        <p className={prose.fine}>Your name, the time and this statement go into the activity log.</p>
        <div className={stack.actions}>
          <Button variant="primary" data-autofocus disabled={isBusy} onClick={() => void sign()}>
            {isBusy ? 'Signing…' : 'Sign'}
          </Button>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
