import type { StudioMedia } from '@oriel/contract';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';

interface Props {
  /** The file to ask about; undefined while nothing is asked. */
  media: StudioMedia | undefined;
  onClose: () => void;
  onDelete: (media: StudioMedia) => void;
}

export function DeleteDialog({ media, onClose, onDelete }: Props) {
  return (
    <Dialog open={media !== undefined} onClose={onClose} title="Delete this file?">
      <div className={`${stack.gap6} ${stack.start}`}>
        <p>{media?.fileName} is deleted for the whole team. Published tours that show it go on showing it.</p>
        <div className={stack.actions}>
          <Button variant="primary" onClick={() => media && onDelete(media)}>
            Delete
          </Button>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
