import type { TourScene } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import { FileField } from './file-field.tsx';
import { RangeField } from './range-field.tsx';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';
import { focusSoon, lookAt } from './view.ts';

interface Props {
  work: SceneWork;
  scene: TourScene;
  viewer: Viewer | null;
}

type Nadir = NonNullable<TourScene['nadir']>;

const FIRST: Nadir = { radius: 15, colour: '#6b6259' };

/** The disc that hides the tripod, straight below the camera; the picture's file stays as it is. */
export function NadirFields({ work, scene, viewer }: Props) {
  const { nadir } = scene;
  const change = (next: Nadir | undefined, label: string, name = '') =>
    work.changeScene((before) => ({ ...before, nadir: next }), {
      label,
      mergeKey: name && `nadir ${name} ${scene.id}`,
    });
  const lookDown = () => viewer && lookAt(viewer, { yaw: scene.view.yaw, pitch: -90 });
  if (!nadir)
    return (
      <fieldset className={styles.group}>
        <legend className={prose.label}>Tripod</legend>
        <p className={prose.fine}>A disc hides what stands below the camera.</p>
        <Button
          id="cover-tripod"
          onClick={() => {
            change(FIRST, 'Cover the tripod');
            lookDown();
            work.announce('Covered with a disc.');
            focusSoon('#tripod-colour');
          }}
        >
          Cover the tripod
        </Button>
      </fieldset>
    );
  const { radius, colour = FIRST.colour, image } = nadir;
  return (
    <fieldset className={styles.group}>
      <legend className={prose.label}>Tripod</legend>
      <label className={styles.range}>
        <span className={styles.rangeName}>Colour of the disc</span>
        <input
          id="tripod-colour"
          className={styles.colour}
          type="color"
          value={colour}
          onChange={({ currentTarget }) =>
            change({ ...nadir, colour: currentTarget.value }, 'Colour the disc', 'colour')
          }
        />
      </label>
      <RangeField
        label="Size"
        min={3}
        max={45}
        step={1}
        value={radius}
        text={`${Math.round(radius)}°`}
        onChange={(to) => change({ ...nadir, radius: to }, 'Size the disc', 'radius')}
      />
      <FileField
        workspace={work.workspace}
        kind="picture"
        asset={image}
        onChange={(asset) => change({ ...nadir, image: asset }, 'Put a picture on the disc')}
      />
      <div className={styles.actions}>
        {image && (
          <Button onClick={() => change({ radius, colour }, 'Take the picture off the disc')}>
            No picture
          </Button>
        )}
        <Button disabled={viewer === null} onClick={lookDown}>
          Look down
        </Button>
        <Button
          onClick={() => {
            change(undefined, 'Uncover the tripod');
            work.announce('The disc is gone.');
            focusSoon('#cover-tripod');
          }}
        >
          Remove the disc
        </Button>
      </div>
    </fieldset>
  );
}
