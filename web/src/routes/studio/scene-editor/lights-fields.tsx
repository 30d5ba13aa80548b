import type { TourScene } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import prose from '../../../ui/prose.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { MediaPicker } from '../media/media-picker.tsx';
import { MoveButtons } from '../move-buttons.tsx';
import { addLight, changeLight, moveLight, removeLight } from '../tours/draft/lights.ts';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';
import { TakenOnField } from './taken-on-field.tsx';
import { focusSoon } from './view.ts';

/** The scene at other hours: pictures from the same place, among which visitors choose. */
export function LightsFields({ work, scene }: { work: SceneWork; scene: TourScene }) {
  const [isOpen, setOpen] = useState(false);
  const lights = scene.lights ?? [];
  return (
    <fieldset className={styles.group}>
      <legend className={prose.label}>Other lights</legend>
      {lights.length === 0 && (
        <p className={prose.fine}>
          The same place at another hour, from a camera that has not moved. Visitors fade from one to the
          other.
        </p>
      )}
      {lights.length > 0 && (
        <ol className={styles.entries} aria-label="Lights, in the order of the day">
          {lights.map(({ id, label, media, capturedAt = '' }, index) => {
            const name = label || `Light ${index + 1}`;
            const move = (step: -1 | 1) => {
              work.changeScene((before) => moveLight(before, id, step), {
                label: 'Change the order of the lights',
              });
              work.announce(`${name} moved ${step < 0 ? 'up' : 'down'}.`);
            };
            return (
              <li key={id} className={styles.entry}>
                <TextField
                  label={media === undefined ? `Light ${index + 1}, the scene’s own` : `Light ${index + 1}`}
                  maxLength={100}
                  value={label}
                  placeholder="At dusk"
                  onChange={({ currentTarget: { value } }) =>
                    work.changeScene((before) => changeLight(before, id, { label: value }), {
                      label: 'Name a light',
                      mergeKey: `light ${id}`,
                    })
                  }
                />
                <MoveButtons name={name} index={index} count={lights.length} onMove={move} />
                {media !== undefined && (
                  <IconButton
                    icon="close"
                    label={`Delete ${name}`}
                    onClick={() => {
                      work.changeScene((before) => removeLight(before, id), { label: `Delete ${name}` });
                      work.announce(`${name} deleted.`);
                      focusSoon('#add-light');
                    }}
                  />
                )}
                {media !== undefined && (
                  <div className={styles.entryDate}>
                    <TakenOnField
                      label={`${name}, taken on`}
                      hint={capturedAt === '' ? 'Without it: when the scene was.' : undefined}
                      value={capturedAt.slice(0, 10)}
                      onChange={(day) =>
                        work.changeScene(
                          (before) => changeLight(before, id, { capturedAt: day || undefined }),
                          { label: 'Change the date of a light', mergeKey: `light date ${id}` },
                        )
                      }
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      )}
      <Button
        id="add-light"
        disabled={lights.length >= TOUR_LIMITS.lightsPerScene}
        onClick={() => setOpen(true)}
      >
        Add another light…
      </Button>
      {isOpen && (
        <MediaPicker
          workspace={work.workspace}
          title="Choose the picture in another light"
          kinds={['photo']}
          noun="360-degree pictures"
          isSingle
          onClose={() => setOpen(false)}
          onChoose={([file]) => {
            setOpen(false);
            if (file === undefined) return;
            work.changeScene((before) => addLight(before, file), { label: 'Add a light' });
            work.announce('The light is added.');
          }}
        />
      )}
    </fieldset>
  );
}
