import type { StudioMedia, TourPlan } from '@oriel/contract';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import stack from '../../../../ui/stack.module.css';
import { TextField } from '../../../../ui/text-field.tsx';
import { type Pin, removePlan, setPin, setScale, updatePlan } from '../draft/plans.ts';
import { NumberField } from '../parts/number-field.tsx';
import { placeId, useTourWork } from '../tour-work.ts';
import shared from '../tours.module.css';
import { PinList } from './pin-list.tsx';
import { PlanBoard } from './plan-board.tsx';
import styles from './plans.module.css';

interface Props {
  plan: TourPlan;
  index: number;
  file: StudioMedia | undefined;
}

/** One floor plan: its picture with the pins, the pins as a list, and what is said of it. */
export function PlanEditor({ plan, index, file }: Props) {
  const { store, snapshot, may } = useTourWork();
  const scenes = snapshot.draft.document?.scenes ?? [];
  const canWrite = may('tour.write');
  const isHere = ({ place }: { place?: Pin | undefined }) => place?.plan === plan.id;
  const [chosen, setChosen] = useState<string>();
  const active = scenes.find(({ id }) => id === chosen) ?? scenes.find(({ place }) => place === undefined);
  const place = (sceneId: string, pin: Pin | undefined) =>
    store.change((draft) => setPin(draft, sceneId, pin), {
      label: pin === undefined ? 'Remove a pin' : 'Place a pin',
      mergeKey: `pin ${sceneId}`,
    });
  const change = (fields: Partial<TourPlan>) =>
    store.change((draft) => updatePlan(draft, plan.id, fields), {
      label: 'Change a floor plan',
      mergeKey: `plan ${plan.id} ${Object.keys(fields)[0]}`,
    });
  const at = (field: string) => placeId(['document', 'plans', index, field]);
  const problemAt = (field: string) =>
    snapshot.tour.problems.find(({ path }) => path.join('.') === `document.plans.${index}.${field}`)?.message;
  const hint = active
    ? `Press the plan to put “${active.title || 'Untitled scene'}” there.`
    : 'All scenes have their place. Drag a pin to move it.';
  return (
    <fieldset className={`${shared.group} ${styles.plan}`} disabled={!canWrite}>
      <legend>{plan.title || 'Untitled plan'}</legend>
      <PlanBoard
        plan={plan}
        url={file?.previewUrl ?? null}
        scenes={scenes.filter(isHere)}
        isPlacing={canWrite && active !== undefined}
        onPlace={(pin) => {
          if (active) place(active.id, pin);
          setChosen(undefined);
        }}
        onMove={place}
      />
      {canWrite && <p className={shared.fine}>{hint}</p>}
      <PinList plan={plan} scenes={scenes} active={active?.id} onChoose={setChosen} onPin={place} />
      <div className={stack.gap4}>
        <TextField
          id={at('title')}
          label="Name of the plan"
          value={plan.title}
          maxLength={200}
          hint={problemAt('title')}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <TextField
          id={at('alt')}
          label="What it shows, in words"
          value={plan.alt}
          maxLength={1000}
          hint={problemAt('alt') ?? 'For visitors who cannot see it.'}
          onChange={({ currentTarget }) => change({ alt: currentTarget.value })}
        />
        <div className={shared.pair}>
          <NumberField
            id={at('north')}
            label="North, degrees"
            value={plan.north}
            min={-360}
            max={360}
            hint="Clockwise from the upper edge."
            onChange={(north) => change({ north: north ?? 0 })}
          />
          <NumberField
            id={at('metresPerPixel')}
            label="Metres per pixel"
            value={plan.metresPerPixel}
            min={0.000_001}
            max={1000}
            hint={sizeInWords(plan)}
            onChange={(metres) =>
              store.change((draft) => setScale(draft, plan.id, metres), {
                label: 'Change the scale of a floor plan',
                mergeKey: `scale ${plan.id}`,
              })
            }
          />
        </div>
      </div>
      {canWrite && (
        <div>
          <Button
            onClick={() =>
              store.change((draft) => removePlan(draft, plan.id), { label: 'Remove a floor plan' })
            }
          >
            Remove the plan
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function sizeInWords({ width, height, metresPerPixel }: TourPlan): string {
  if (metresPerPixel === undefined) return `The picture has ${width} × ${height} pixels.`;
  const metres = (pixels: number) => Number((pixels * metresPerPixel).toPrecision(3));
  return `The plan is ${metres(width)} × ${metres(height)} m.`;
}
