import type { Tour } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { useState } from 'react';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import stack from '../../../ui/stack.module.css';
import { Stage } from '../scene-editor/stage.tsx';
import styles from './reviews.module.css';

/** The submitted tour in the viewer, scene by scene, with what each hotspot says. */
export function LookAround({ workspace, document }: { workspace: string; document: Tour }) {
  const [sceneId, setSceneId] = useState(document.start);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const scene = document.scenes.find(({ id }) => id === sceneId) ?? document.scenes[0];
  if (scene === undefined) return null;
  const follow = (spotId: string) => {
    const spot = scene.hotspots.find(({ id }) => id === spotId);
    if (spot?.kind === 'door' && spot.target !== undefined) setSceneId(spot.target);
  };
  return (
    <div className={stack.gap4}>
      <ChoiceField
        label={`Scene (${document.scenes.length})`}
        value={scene.id}
        options={document.scenes.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={({ currentTarget }) => setSceneId(currentTarget.value)}
      />
      <div className={styles.stage}>
        <Stage
          key={scene.id}
          workspace={workspace}
          scene={scene}
          isPreviewing
          viewer={viewer}
          viewerRef={setViewer}
          onHotspot={follow}
        />
      </div>
      {scene.description && <p>{scene.description}</p>}
      {scene.hotspots.length > 0 && (
        <ul className={styles.spots} aria-label="Hotspots">
          {scene.hotspots.map((spot) => (
            <li key={spot.id}>
              <strong>{spot.label}</strong>
              {'text' in spot && spot.text && <> {spot.text}</>}
              {(spot.kind === 'link' || spot.kind === 'book') && spot.target && <> {spot.target}</>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
