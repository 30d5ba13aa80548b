import type { TourScene } from '@oriel/contract';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import { RangeField } from './range-field.tsx';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';

interface Props {
  work: SceneWork;
  scene: TourScene;
}

type Adjustment = NonNullable<TourScene['adjust']>;

const UNCHANGED: Adjustment = { exposure: 0, contrast: 0, warmth: 0 };
const RANGES = [
  { name: 'exposure', label: 'Exposure', most: 2, step: 0.1 },
  { name: 'contrast', label: 'Contrast', most: 1, step: 0.05 },
  { name: 'warmth', label: 'Warmth', most: 1, step: 0.05 },
] as const;

const signed = (value: number) => `${value > 0 ? '+' : ''}${Math.round(value * 100) / 100}`;

/** How bright, contrasty and warm the picture is shown; its file stays as it is. */
export function AdjustFields({ work, scene }: Props) {
  const { adjust = UNCHANGED } = scene;
  const change = (next: Adjustment, label: string, mergeKey?: string) => {
    const isPlain = RANGES.every(({ name }) => next[name] === 0);
    work.changeScene((before) => ({ ...before, adjust: isPlain ? undefined : next }), { label, mergeKey });
  };
  return (
    <fieldset className={styles.group}>
      <legend className={prose.label}>Light</legend>
      {RANGES.map(({ name, label, most, step }) => (
        <RangeField
          key={name}
          label={label}
          min={-most}
          max={most}
          step={step}
          value={adjust[name]}
          text={signed(adjust[name])}
          onChange={(value) =>
            change({ ...adjust, [name]: value }, `Change the ${name}`, `${name} ${scene.id}`)
          }
        />
      ))}
      {scene.adjust && (
        <div className={styles.actions}>
          <Button
            onClick={() => {
              change(UNCHANGED, 'Show the light as it was taken');
              work.announce('The light is as it was taken.');
            }}
          >
            As it was taken
          </Button>
        </div>
      )}
    </fieldset>
  );
}
