import type { SceneDetail, TourOutline } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { useEffect, useId, useState } from 'react';
import styles from './floor-plan.module.css';
import { PlanMap } from './plan-map.tsx';
import { PlanScale } from './plan-scale.tsx';

interface Props {
  tour: TourOutline;
  current: SceneDetail;
  viewer: Viewer;
  size: 'small' | 'large';
  onChoose: (id: string) => void;
}

/** The plans of a tour, with a choice of the floor. The floor of the room in view is shown first. */
export function FloorPlan({ tour, current, viewer, size, onChoose }: Props) {
  const { plans, scenes } = tour;
  const name = useId();
  const home = scenes.find((scene) => scene.id === current.id)?.place?.plan;
  const [chosen, setChosen] = useState(home);
  useEffect(() => setChosen(home), [home]);
  const plan = plans.find((one) => one.id === chosen) ?? plans[0];
  if (plan === undefined) return null;

  return (
    <div className={styles.plans}>
      {plans.length > 1 && (
        <fieldset className={styles.floors}>
          <legend className="visually-hidden">Floors</legend>
          {plans.map((one) => (
            <label key={one.id} className={styles.floor}>
              <input
                type="radio"
                className={styles.input}
                name={name}
                checked={one === plan}
                onChange={() => setChosen(one.id)}
              />
              {one.title}
            </label>
          ))}
        </fieldset>
      )}
      <PlanMap {...{ plan, scenes, current, viewer, size, onChoose }} />
      {size === 'large' && <PlanScale plan={plan} />}
    </div>
  );
}
