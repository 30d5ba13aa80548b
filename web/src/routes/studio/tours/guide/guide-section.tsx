import { Link, useLocation } from 'react-router';
import prose from '../../../../ui/prose.module.css';
import { guideSteps } from '../draft/guide.ts';
import { TourSection } from '../parts/tour-section.tsx';
import { useTourWork } from '../tour-work.ts';
import shared from '../tours.module.css';
import styles from './guide.module.css';
import { StepEditor } from './step-editor.tsx';

/** The steps of the guided tour, in their order. */
export function GuideSection() {
  const { snapshot, tourId, may } = useTourWork();
  const { search } = useLocation();
  const tour = snapshot.draft.document;
  const steps = guideSteps(snapshot.draft);
  const start = tour?.scenes.find(({ id }) => id === tour.start);
  return (
    <TourSection
      title="Guided tour"
      lead="Visitors who press “Guided tour” are led from view to view, with your words and voice."
    >
      {steps.length > 0 && (
        <ol className={styles.steps} aria-label="Steps of the guided tour">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and their fields keep no state once they are left
            <StepEditor key={index} step={step} index={index} count={steps.length} />
          ))}
        </ol>
      )}
      {tour === null && <p className={shared.fine}>Add a scene first.</p>}
      {start && may('tour.write') && (
        <p className={prose.fine}>
          Steps are added in the editor of a scene, where you look at what they show:{' '}
          <Link to={`/studio/tours/${tourId}/scenes/${start.id}${search}`}>
            open {start.title || 'the first scene'}
          </Link>
          .
        </p>
      )}
      {start && steps.length === 0 && !may('tour.write') && <p className={shared.fine}>There is none.</p>}
    </TourSection>
  );
}
