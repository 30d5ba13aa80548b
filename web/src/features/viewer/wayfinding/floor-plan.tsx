import type { SceneDetail, TourOutline } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
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

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** The plans of a tour, a tab for each floor. The floor of the room in view is shown first. */
export function FloorPlan({ tour, current, viewer, size, onChoose }: Props) {
  const { plans, scenes } = tour;
  const id = useId();
  const home = scenes.find((scene) => scene.id === current.id)?.place?.plan;
  const [chosen, setChosen] = useState(home);
  useEffect(() => setChosen(home), [home]);
  const plan = plans.find((one) => one.id === chosen) ?? plans[0];
  if (plan === undefined) return null;

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (plans.indexOf(plan) + step + plans.length) % plans.length;
    setChosen(plans[index]?.id);
    event.currentTarget.querySelectorAll('button')[index]?.focus();
  };
  const map = <PlanMap {...{ plan, scenes, current, viewer, size, onChoose }} />;
  return (
    <div className={styles.plans}>
      {plans.length > 1 ? (
        <>
          <div className={styles.tabs} role="tablist" aria-label="Floors" onKeyDown={onKey}>
            {plans.map((one) => (
              <button
                key={one.id}
                type="button"
                role="tab"
                id={`${id}-${one.id}`}
                className={styles.tab}
                aria-selected={one === plan}
                aria-controls={`${id}-plan`}
                tabIndex={one === plan ? 0 : -1}
                onClick={() => setChosen(one.id)}
              >
                {one.title}
              </button>
            ))}
          </div>
          <div role="tabpanel" id={`${id}-plan`} aria-labelledby={`${id}-${plan.id}`}>
            {map}
          </div>
        </>
      ) : (
        map
      )}
      {size === 'large' && <PlanScale plan={plan} />}
    </div>
  );
}
