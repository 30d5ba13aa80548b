import type { TourScene } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import type { Viewer } from '@oriel/viewer';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import prose from '../../../ui/prose.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { freshId } from '../tours/draft/document.ts';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';
import { focusSoon, lookAt, viewOf } from './view.ts';

interface Props {
  work: SceneWork;
  scene: TourScene;
  viewer: Viewer | null;
}

type Look = TourScene['looks'][number];

/** The captioned views of a scene: the chips "Look at …" that visitors press. */
export function LooksFields({ work, scene, viewer }: Props) {
  const { looks } = scene;
  const change = (next: readonly Look[], label: string, mergeKey?: string) =>
    work.changeScene((before) => ({ ...before, looks: [...next] }), { label, mergeKey });
  return (
    <fieldset className={styles.group}>
      <legend className={prose.label}>Look at</legend>
      {looks.length === 0 && (
        <p className={prose.fine}>Views worth a look, which visitors reach with one press.</p>
      )}
      {looks.length > 0 && (
        <ul className={styles.entries} aria-label="Captioned views">
          {looks.map((look, index) => {
            const name = look.label || `View ${index + 1}`;
            return (
              <li key={look.id} className={styles.entry}>
                <TextField
                  id={`look-${look.id}`}
                  label={`View ${index + 1}`}
                  maxLength={200}
                  value={look.label}
                  placeholder="The fireplace"
                  onChange={({ currentTarget: { value } }) =>
                    change(
                      looks.map((one) => (one.id === look.id ? { ...one, label: value } : one)),
                      'Caption a view',
                      `look ${look.id}`,
                    )
                  }
                />
                <IconButton
                  icon="eye"
                  label={`Look at ${name}`}
                  disabled={viewer === null}
                  onClick={() => viewer && lookAt(viewer, look.view)}
                />
                <IconButton
                  icon="close"
                  label={`Delete ${name}`}
                  onClick={() => {
                    change(
                      looks.filter(({ id }) => id !== look.id),
                      `Delete ${name}`,
                    );
                    work.announce(`${name} deleted.`);
                    focusSoon('#add-look');
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
      <Button
        id="add-look"
        disabled={viewer === null || looks.length >= TOUR_LIMITS.looksPerScene}
        onClick={() => {
          if (viewer === null) return;
          const taken = looks.map(({ id }) => id);
          const id = freshId('view', taken, 'view');
          change([...looks, { id, label: '', view: viewOf(viewer) }], 'Add a captioned view');
          focusSoon(`#look-${id}`);
        }}
      >
        Add what you look at now
      </Button>
    </fieldset>
  );
}
