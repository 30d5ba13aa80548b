import type { SceneDetail, TourOutline } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { StageCard } from '../scenes/stage-card.tsx';
import { Compass } from './compass.tsx';
import { FloorPlan } from './floor-plan.tsx';
import styles from './wayfinding.module.css';

interface Props {
  tour: TourOutline;
  current: SceneDetail;
  viewer: Viewer;
  onChoose: (id: string) => void;
}

/** Whether the plan lies beside the place instead of over it. */
const hasRoom = () => matchMedia('(min-width: 48rem) and (min-height: 44rem)').matches;

/** The compass, and the plans: a small one in the corner of a large screen, or all of the screen. */
export function Wayfinding({ tour, current, viewer, onChoose }: Props) {
  const [extent, setExtent] = useState<'corner' | 'whole'>();
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !extent) toggle.current?.focus();
    wasOpen.current = extent !== undefined;
  }, [extent]);
  const close = () => setExtent(undefined);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  const plan = { tour, current, viewer };
  return (
    <>
      {current.pose.heading !== undefined && <Compass viewer={viewer} pose={current.pose} />}
      {tour.plans.length > 0 && (
        <div className={styles.plan}>
          <span className={styles.toggle}>
            <IconButton
              ref={toggle}
              icon="plan"
              label="Floor plan"
              aria-expanded={extent !== undefined}
              aria-controls={extent === 'corner' ? id : undefined}
              onKeyDown={extent && onKey}
              onClick={() => setExtent(extent ? undefined : hasRoom() ? 'corner' : 'whole')}
            />
          </span>
          {extent === 'corner' && (
            <section id={id} className={styles.corner} aria-label="Floor plan" onKeyDown={onKey}>
              <FloorPlan {...plan} size="small" onChoose={onChoose} />
              <span className={styles.actions}>
                <IconButton icon="fullscreen" label="Enlarge the plan" onClick={() => setExtent('whole')} />
                <IconButton icon="close" label="Close the plan" onClick={close} />
              </span>
            </section>
          )}
        </div>
      )}
      {extent === 'whole' && (
        <StageCard title="Floor plan" size="wide" onClose={close}>
          <FloorPlan
            {...plan}
            size="large"
            onChoose={(sceneId) => {
              close();
              onChoose(sceneId);
            }}
          />
        </StageCard>
      )}
    </>
  );
}
