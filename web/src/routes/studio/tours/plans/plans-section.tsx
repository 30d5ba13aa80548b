import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { MediaPicker } from '../../media/media-picker.tsx';
import { useFiles } from '../../media/use-files.ts';
import { addPlan } from '../draft/plans.ts';
import { TourSection } from '../parts/tour-section.tsx';
import { useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { PlanEditor } from './plan-editor.tsx';

/** The floor plans of a tour, with its scenes on them. */
export function PlansSection() {
  const { store, snapshot, workspace, may } = useTourWork();
  const { document: tour } = snapshot.draft;
  const [isChoosing, setChoosing] = useState(false);
  const plans = tour?.plans ?? [];
  const files = useFiles(
    workspace,
    plans.map(({ image }) => image),
  );
  const canWrite = may('tour.write');
  return (
    <TourSection title="Floor plans" lead="Visitors see where they are, and go to another room by its pin.">
      {plans.map((plan, index) => (
        <PlanEditor key={plan.id} plan={plan} index={index} file={files.get(plan.image)} />
      ))}
      {tour === null && <p className={styles.fine}>Add a scene first.</p>}
      {plans.length === 0 && tour !== null && !canWrite && <p className={styles.fine}>There are none.</p>}
      {canWrite && tour !== null && (
        <div>
          <Button onClick={() => setChoosing(true)}>Add a floor plan</Button>
        </div>
      )}
      {isChoosing && (
        <MediaPicker
          workspace={workspace}
          title="Add a floor plan"
          kinds={['image']}
          noun="flat pictures"
          isSingle
          onChoose={([file]) => {
            setChoosing(false);
            if (file) store.change((draft) => addPlan(draft, file), { label: 'Add a floor plan' });
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </TourSection>
  );
}
