import { LostPart } from '../../ui/lost-part.tsx';
import { StageCard } from './scenes/stage-card.tsx';

/** Shown instead of a part of the stage that the visitor asked for and that could not be loaded. */
export function PartFailure({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <StageCard title={title} onClose={onClose}>
      <LostPart />
    </StageCard>
  );
}
