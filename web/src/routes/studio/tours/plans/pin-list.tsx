import type { TourPlan, TourScene } from '@oriel/contract';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { Pin } from '../draft/plans.ts';
import { NumberField } from '../parts/number-field.tsx';
import styles from './plans.module.css';

interface Props {
  plan: TourPlan;
  scenes: readonly TourScene[];
  /** The scene that a press on the plan places. */
  active: string | undefined;
  onChoose: (sceneId: string) => void;
  onPin: (sceneId: string, pin: Pin | undefined) => void;
}

/** The scenes with their places on a plan, as numbers. */
export function PinList({ plan, scenes, active, onChoose, onPin }: Props) {
  const middle = { plan: plan.id, x: Math.round(plan.width / 2), y: Math.round(plan.height / 2) };
  return (
    <ul className={styles.pins} aria-label={`Scenes on ${plan.title || 'the plan'}`}>
      {scenes.map(({ id, title, place }) => {
        const name = title || 'Untitled scene';
        const isHere = place?.plan === plan.id;
        return (
          <li key={id} data-active={id === active}>
            <span className={styles.pinName}>{name}</span>
            {isHere && place ? (
              <>
                <NumberField
                  label="From the left"
                  value={place.x}
                  min={0}
                  max={plan.width}
                  onChange={(x) => x !== undefined && onPin(id, { ...place, x })}
                />
                <NumberField
                  label="From the top"
                  value={place.y}
                  min={0}
                  max={plan.height}
                  onChange={(y) => y !== undefined && onPin(id, { ...place, y })}
                />
                <IconButton
                  icon="close"
                  label={`Take ${name} off the plan`}
                  onClick={() => onPin(id, undefined)}
                />
              </>
            ) : (
              <Button
                aria-label={`Put ${name} on the plan`}
                onClick={() => {
                  onPin(id, middle);
                  onChoose(id);
                }}
              >
                {place === undefined ? 'Put in the middle' : 'Move to this plan'}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
