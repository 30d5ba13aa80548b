import type { TourScene } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import type { Viewer } from '@oriel/viewer';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import prose from '../../../ui/prose.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { addStep, removeStep, updateStep } from '../tours/draft/guide.ts';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';
import { focusSoon, lookAt, viewOf } from './view.ts';

interface Props {
  work: SceneWork;
  scene: TourScene;
  viewer: Viewer | null;
}

/** The steps of the guided tour that are in a scene. Their order, seconds and recordings are on the tour's page. */
export function GuideFields({ work, scene, viewer }: Props) {
  const { guide } = work;
  const own = guide.flatMap((step, index) => (step.scene === scene.id ? [{ step, index }] : []));
  return (
    <fieldset className={styles.group}>
      <legend className={prose.label}>Guided tour</legend>
      {own.length === 0 && (
        <p className={prose.fine}>Views that visitors are led through, each with your words.</p>
      )}
      {own.length > 0 && (
        <ul className={styles.entries} aria-label="Steps in this scene">
          {own.map(({ step, index }) => {
            const name = `Step ${index + 1}`;
            return (
              <li key={index} className={styles.entry}>
                <TextField
                  id={`guide-${index}`}
                  label={`What ${name} says`}
                  maxLength={2000}
                  value={step.text}
                  onChange={({ currentTarget: { value } }) =>
                    work.changeTour((draft) => updateStep(draft, index, { text: value }), {
                      label: 'Change the guided tour',
                      mergeKey: `guide ${index} text`,
                    })
                  }
                />
                <IconButton
                  icon="eye"
                  label={`Look as ${name} does`}
                  disabled={viewer === null}
                  onClick={() => viewer && lookAt(viewer, step.view)}
                />
                <IconButton
                  icon="close"
                  label={`Delete ${name}`}
                  onClick={() => {
                    work.changeTour((draft) => removeStep(draft, index), { label: `Delete ${name}` });
                    work.announce(`${name} deleted.`);
                    focusSoon('#add-step');
                  }}
                />
                <div className={styles.actions}>
                  <Button
                    disabled={viewer === null}
                    aria-label={`Show what I look at now: ${name}`}
                    onClick={() => {
                      if (viewer === null) return;
                      const view = viewOf(viewer);
                      work.changeTour((draft) => updateStep(draft, index, { view }), {
                        label: 'Change a view of the guided tour',
                      });
                      work.announce(`${name} shows what you look at now.`);
                    }}
                  >
                    Show what I look at now
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <Button
        id="add-step"
        disabled={viewer === null || guide.length >= TOUR_LIMITS.guideSteps}
        onClick={() => {
          if (viewer === null) return;
          const view = viewOf(viewer);
          work.changeTour((draft) => addStep(draft, scene.id, view), { label: 'Add a step' });
          work.announce(`Step ${guide.length + 1} of the guided tour added.`);
          focusSoon(`#guide-${guide.length}`);
        }}
      >
        Add a step: what you look at now
      </Button>
    </fieldset>
  );
}
