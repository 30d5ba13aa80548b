import type { SceneDetail, SceneSummary, TourOutline } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { type CSSProperties, useEffect, useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './plan-map.module.css';
import { angleOnPlan, watchSight } from './sight.ts';

/** Scenes closer than this share of the plan's width stand side by side instead of on each other. */
const SAME_PLACE = 0.02;

export type Plan = TourOutline['plans'][number];
type Placed = SceneSummary & { place: NonNullable<SceneSummary['place']> };

interface Props {
  plan: Plan;
  scenes: readonly SceneSummary[];
  current: SceneDetail;
  viewer: Viewer;
  size: 'small' | 'large';
  onChoose: (id: string) => void;
}

/** A floor plan with a button for each room, and the cone of the view. */
export function PlanMap({ plan, scenes, current, viewer, size, onChoose }: Props) {
  const { width, height, image, alt } = plan;
  const placed = scenes.filter((scene): scene is Placed => scene.place?.plan === plan.id);
  const neighbourCountOf = ({ place: { x, y } }: Placed, index: number) =>
    placed.slice(0, index).filter(({ place }) => Math.hypot(place.x - x, place.y - y) < SAME_PLACE * width)
      .length;
  const positionOf = (scene: Placed) => ({
    left: `calc(${(100 * scene.place.x) / width}% + ${neighbourCountOf(scene, placed.indexOf(scene))} * 1.75rem)`,
    top: `${(100 * scene.place.y) / height}%`,
  });
  const here = placed.find(({ id }) => id === current.id);
  return (
    <div className={`${styles.map} ${styles[size]}`} style={{ '--ratio': width / height } as CSSProperties}>
      <img className={styles.image} src={image} alt={alt} width={width} height={height} />
      {here && current.pose.heading !== undefined && (
        <Cone viewer={viewer} north={plan.north} position={positionOf(here)} />
      )}
      <ol className={styles.places}>
        {placed.map((scene, index) => (
          <li key={scene.id} className={styles.place} style={positionOf(scene)}>
            <button
              type="button"
              className={styles.pin}
              aria-current={scene.id === current.id ? 'true' : undefined}
              data-odd={neighbourCountOf(scene, index) % 2 === 1}
              onClick={() => onChoose(scene.id)}
            >
              <span className={styles.dot}>{!scene.isOpen && <Icon name="lock" size={12} />}</span>
              <span className={styles.name}>
                {scene.title}
                {!scene.isOpen && <span className="visually-hidden"> (closed)</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ConeProps {
  viewer: Viewer;
  north: number;
  position: { left: string; top: string };
}

function Cone({ viewer, north, position }: ConeProps) {
  const cone = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      watchSight(viewer, (sight) => {
        const style = cone.current?.style;
        style?.setProperty('rotate', `${angleOnPlan(sight, north).toFixed(1)}deg`);
        style?.setProperty('--half', `${(sight.fov / 2).toFixed(3)}rad`);
      }),
    [viewer, north],
  );
  return <div ref={cone} className={styles.cone} style={position} data-cone />;
}
