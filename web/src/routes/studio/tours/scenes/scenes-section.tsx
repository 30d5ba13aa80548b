import type { StudioMedia, TourScene } from '@oriel/contract';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useReorder } from '../../catalogue/use-reorder.ts';
import { MediaPicker } from '../../media/media-picker.tsx';
import { useFiles } from '../../media/use-files.ts';
import { addScene, moveScene, removeScene } from '../draft/document.ts';
import { TourSection } from '../parts/tour-section.tsx';
import { placeId, useTourWork } from '../tour-work.ts';
import { JoinScenes } from './join-scenes.tsx';
import { SceneRow } from './scene-row.tsx';
import styles from './scenes.module.css';

const NO_SCENES: readonly TourScene[] = [];

/** The rooms of a tour in their order. */
export function ScenesSection() {
  const { store, snapshot, workspace, may, isChecked } = useTourWork();
  const { draft, tour } = snapshot;
  const scenes = draft.document?.scenes ?? NO_SCENES;
  const canWrite = may('tour.write');
  const helpId = useId();
  const [isChoosing, setChoosing] = useState(false);
  const [said, setSaid] = useState('');
  const files = useFiles(
    workspace,
    scenes.map(({ media }) => media),
  );
  const nameOf = (id: string) => scenes.find((scene) => scene.id === id)?.title || 'Untitled scene';
  const reorder = useReorder<string>({
    ids: scenes.map(({ id }) => id),
    nameOf,
    onMove: (id, before) => store.change((now) => moveScene(now, id, before), { label: 'Move a scene' }),
  });
  const add = (chosen: readonly StudioMedia[]) => {
    setChoosing(false);
    store.change((now) => chosen.reduce((sum, file) => addScene(sum, file), now), {
      label: chosen.length === 1 ? 'Add a scene' : `Add ${chosen.length} scenes`,
    });
  };
  const remove = (id: string) => {
    setSaid(`“${nameOf(id)}” is removed. Undo brings it back.`);
    store.change((now) => removeScene(now, id), { label: `Remove “${nameOf(id)}”` });
    // Its row, which had the focus, goes.
    document.getElementById(placeId(['document']))?.focus({ preventScroll: true });
  };
  const missing = tour.problems.find(({ path }) => path.length === 1 && path[0] === 'document')?.message;
  return (
    <TourSection
      title="Scenes"
      lead="Each is a 360-degree photo or film that visitors stand in. Doors lead from one to the next."
    >
      {scenes.length > 0 && (
        <>
          <p id={helpId} className="visually-hidden">
            Drag to move, or press space, move with the arrow keys, and press space again.
          </p>
          <ol ref={reorder.list} className={styles.scenes} aria-label="Scenes">
            {reorder.order.map((id) => {
              const index = scenes.findIndex((scene) => scene.id === id);
              const scene = scenes[index];
              return (
                scene && (
                  <SceneRow
                    key={id}
                    scene={scene}
                    index={index}
                    file={files.get(scene.media)}
                    reorder={reorder}
                    helpId={helpId}
                    onRemove={() => remove(id)}
                  />
                )
              );
            })}
          </ol>
        </>
      )}
      <p className="visually-hidden" role="status">
        {reorder.spoken || said}
      </p>
      {scenes.length === 0 && (
        <p className={styles.none} data-missing={isChecked && missing !== undefined}>
          {missing ?? 'The tour needs a scene.'} Choose photos or films that you have uploaded.
        </p>
      )}
      {canWrite && <JoinScenes />}
      {canWrite && (
        <div>
          <Button
            id={placeId(['document'])}
            variant={scenes.length === 0 ? 'primary' : 'quiet'}
            onClick={() => setChoosing(true)}
          >
            Add scenes
          </Button>
        </div>
      )}
      {isChoosing && (
        <MediaPicker
          workspace={workspace}
          title="Add scenes"
          kinds={['photo', 'video']}
          noun="360-degree photos and films"
          onChoose={add}
          onClose={() => setChoosing(false)}
        />
      )}
    </TourSection>
  );
}
