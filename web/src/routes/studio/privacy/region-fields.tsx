import type { PrivacyRegion } from '@oriel/contract';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import stack from '../../../ui/stack.module.css';
import { NumberField } from '../scene-editor/fields.tsx';
import styles from './privacy.module.css';

const SHAPES = [
  { value: 'rectangle', label: 'Rectangle' },
  { value: 'ellipse', label: 'Ellipse' },
] as const;

interface Props {
  name: string;
  region: PrivacyRegion;
  onChange: (change: Partial<PrivacyRegion>) => void;
  /** Puts the focus on the handle in the picture, where arrow keys move it. */
  onGrab: () => void;
  onRemove: () => void;
}

/** Where the selected region is, in numbers, and the ways to move it without a mouse. */
export function RegionFields({ name, region, onChange, onGrab, onRemove }: Props) {
  const { yaw, pitch, width, height, shape, origin } = region;
  return (
    <fieldset className={styles.fields}>
      <legend>{name}</legend>
      <div className={styles.numbers}>
        <NumberField
          label="Right, degrees"
          value={yaw}
          min={-180}
          max={180}
          onChange={(to) => onChange({ yaw: to })}
        />
        <NumberField
          label="Up, degrees"
          value={pitch}
          min={-90}
          max={90}
          onChange={(to) => onChange({ pitch: to })}
        />
        <NumberField
          label="Width, degrees"
          value={width}
          min={0.1}
          max={360}
          onChange={(to) => onChange({ width: to })}
        />
        <NumberField
          label="Height, degrees"
          value={height}
          min={0.1}
          max={180}
          onChange={(to) => onChange({ height: to })}
        />
        <ChoiceField
          label="Shape"
          value={shape}
          options={SHAPES}
          onChange={({ currentTarget }) =>
            onChange({ shape: currentTarget.value === 'ellipse' ? 'ellipse' : 'rectangle' })
          }
        />
      </div>
      <div className={stack.actions}>
        <Button onClick={onGrab}>Move by arrow keys</Button>
        {origin === 'drawn' && <Button onClick={onRemove}>Remove the region</Button>}
      </div>
    </fieldset>
  );
}
