import type { Hotspot, Tour, TourScene } from '@oriel/contract';
import { hotspotDirection } from '@oriel/contract/shared/tour/pose';
import { arrivalView } from '@oriel/contract/shared/tour/views';
import { hasDoorTo } from '@oriel/contract/shared/tour/way-back';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import { SelectField } from '../../../ui/select-field.tsx';
import { ArrivalDialog } from './arrival-dialog.tsx';
import styles from './scene-editor.module.css';
import { SceneThumbnail } from './scene-thumbnail.tsx';
import type { SceneWork } from './scene-work.ts';

type Door = Extract<Hotspot, { kind: 'door' }>;

const ARRIVALS = [
  { value: '', label: 'Looking onward' },
  { value: 'same-heading', label: 'Looking the same way as before' },
  { value: 'through', label: 'Looking away from the door back' },
  { value: 'view', label: 'Looking the way you choose' },
];

interface Props {
  work: SceneWork;
  tour: Tour;
  scene: TourScene;
  door: Door;
}

/** Where a door leads, how visitors arrive there, and the way back. */
export function DoorFields({ work, tour, scene, door }: Props) {
  const { search } = useLocation();
  const [isLooking, setLooking] = useState(false);
  const others = tour.scenes.filter(({ id }) => id !== scene.id);
  const target = others.find(({ id }) => id === door.target);
  const change = (changes: Partial<Door>, label: string) =>
    work.changeSpot(door.id, (spot) => ({ ...spot, ...changes }) as Hotspot, { label });
  const setTarget = (id: string) => {
    const next = others.find((one) => one.id === id);
    const before = others.find((one) => one.id === door.target);
    const isNamedAfterIt = door.label === '' || door.label === before?.title;
    // A view is of one scene alone.
    const arrive = typeof door.arrive === 'object' ? undefined : door.arrive;
    change(
      { target: next?.id, arrive, ...(isNamedAfterIt && { label: next?.title ?? '' }) },
      'Choose where a door leads',
    );
  };
  const arrival = target && arrivalView(scene, hotspotDirection(door), door, target);
  return (
    <div className={styles.group}>
      <SelectField
        label="Leads to"
        value={door.target ?? ''}
        options={[
          { value: '', label: others.length === 0 ? 'There is no other scene yet' : 'Choose a scene…' },
          ...others.map(({ id, title }) => ({ value: id, label: title || 'Untitled scene' })),
        ]}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
      />
      {target && arrival && (
        <>
          <SceneThumbnail file={work.files.get(target.media)} view={arrival} />
          <SelectField
            label="Visitors arrive"
            value={typeof door.arrive === 'object' ? 'view' : (door.arrive ?? '')}
            options={ARRIVALS}
            onChange={({ currentTarget: { value } }) => {
              if (value === 'view') setLooking(true);
              else
                change(
                  { arrive: value === '' ? undefined : (value as 'through') },
                  'Change how visitors arrive',
                );
            }}
          />
          <Button onClick={() => setLooking(true)}>Look where visitors arrive…</Button>
          {hasDoorTo(target, scene.id) ? (
            <p className={prose.fine}>
              There is a way back.{' '}
              <Link to={`../${target.id}${search}`} relative="path">
                Go to {target.title}
              </Link>
            </p>
          ) : (
            <Button variant="primary" onClick={() => work.addWayBack(door)}>
              Add the way back
            </Button>
          )}
        </>
      )}
      {isLooking && target && arrival && (
        <ArrivalDialog
          workspace={work.workspace}
          scene={target}
          view={arrival}
          onClose={() => setLooking(false)}
          onChoose={(arrive) => {
            setLooking(false);
            change({ arrive }, 'Change how visitors arrive');
          }}
        />
      )}
    </div>
  );
}
