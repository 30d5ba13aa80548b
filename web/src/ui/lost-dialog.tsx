import { Dialog } from './dialog.tsx';
import { LostPart } from './lost-part.tsx';

/** In place of a dialog whose script could not be loaded. */
export function LostDialog({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog open title={title} onClose={onClose}>
      <LostPart />
    </Dialog>
  );
}
