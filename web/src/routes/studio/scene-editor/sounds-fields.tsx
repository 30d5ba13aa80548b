import type { TourScene } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import type { Viewer } from '@oriel/viewer';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import prose from '../../../ui/prose.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { MediaPicker } from '../media/media-picker.tsx';
import { freshId, titleOfFile } from '../tours/draft/document.ts';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';
import { SPOT_KINDS } from './spots.ts';
import { focusSoon, viewOf } from './view.ts';

interface Props {
  work: SceneWork;
  scene: TourScene;
  viewer: Viewer | null;
}

type Sound = TourScene['sounds'][number];

/** What is heard in a scene, from everywhere or from a direction. */
export function SoundsFields({ work, scene, viewer }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { sounds } = scene;
  const change = (next: readonly Sound[], label: string, mergeKey?: string) =>
    work.changeScene((before) => ({ ...before, sounds: [...next] }), { label, mergeKey });
  const changeOne = (id: string, changes: Partial<Sound>, label: string) =>
    change(
      sounds.map((one) => (one.id === id ? { ...one, ...changes } : one)),
      label,
      `sound ${id} ${Object.keys(changes).join()}`,
    );
  return (
    <fieldset className={styles.group}>
      <legend className={prose.label}>Sounds</legend>
      {sounds.length === 0 && (
        <p className={prose.fine}>Heard once visitors have sound on: a fountain, a fire, a voice.</p>
      )}
      {sounds.length > 0 && (
        <ul className={styles.entries} aria-label="Sounds">
          {sounds.map(({ id, label, at, volume, loop }, index) => {
            const name = label || `Sound ${index + 1}`;
            return (
              <li key={id} className={styles.entry}>
                <TextField
                  label={`Sound ${index + 1}`}
                  maxLength={200}
                  value={label}
                  onChange={({ currentTarget }) =>
                    changeOne(id, { label: currentTarget.value }, 'Name a sound')
                  }
                />
                <IconButton
                  icon="close"
                  label={`Delete ${name}`}
                  onClick={() => {
                    change(
                      sounds.filter((one) => one.id !== id),
                      `Delete ${name}`,
                    );
                    work.announce(`${name} deleted.`);
                    focusSoon('#add-sound');
                  }}
                />
                <label className={styles.range}>
                  Volume
                  <input
                    type="range"
                    min={0}
                    max={1}
                    step={0.05}
                    value={volume}
                    aria-label={`Volume of ${name}`}
                    onChange={({ currentTarget }) =>
                      changeOne(id, { volume: Number(currentTarget.value) }, 'Change a volume')
                    }
                  />
                </label>
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    checked={loop}
                    aria-label={`Repeat ${name}`}
                    onChange={({ currentTarget }) =>
                      changeOne(id, { loop: currentTarget.checked }, 'Repeat a sound')
                    }
                  />
                  Again and again
                </label>
                <div className={styles.actions}>
                  <Button
                    disabled={viewer === null}
                    onClick={() => {
                      if (viewer === null) return;
                      const { yaw, pitch } = viewOf(viewer);
                      changeOne(id, { at: { yaw, pitch } }, 'Place a sound');
                      work.announce(`${name} comes from where you look now.`);
                    }}
                  >
                    {at ? 'Move to this direction' : 'From this direction'}
                  </Button>
                  {at && (
                    <Button onClick={() => changeOne(id, { at: undefined }, 'Place a sound')}>
                      From everywhere
                    </Button>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <Button
        id="add-sound"
        disabled={sounds.length >= TOUR_LIMITS.soundsPerScene}
        onClick={() => setOpen(true)}
      >
        Add a sound…
      </Button>
      {isOpen && (
        <MediaPicker
          workspace={work.workspace}
          title="Choose a sound"
          kinds={['sound']}
          noun="sounds"
          drawing={SPOT_KINDS.sound.drawing}
          isSingle
          onClose={() => setOpen(false)}
          onChoose={([file]) => {
            setOpen(false);
            if (file === undefined) return;
            const { asset: media, fileName } = file;
            const label = titleOfFile(fileName).slice(0, 200);
            const id = freshId(
              label,
              sounds.map((one) => one.id),
              'sound',
            );
            change([...sounds, { id, label, media, volume: 1, loop: true }], 'Add a sound');
            work.announce(`${label} added.`);
          }}
        />
      )}
    </fieldset>
  );
}
