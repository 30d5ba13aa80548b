import type { StudioMedia, Tour } from '@oriel/contract';
import { Link, useLocation } from 'react-router';
import { carryScene } from './carried-scene.ts';
import styles from './scene-editor.module.css';
import { SceneThumbnail } from './scene-thumbnail.tsx';

interface Props {
  tour: Tour;
  tourId: string;
  sceneId: string;
  files: ReadonlyMap<string, StudioMedia>;
}

/** The scenes of the tour, to go from one to the next. */
export function SceneList({ tour, tourId, sceneId, files }: Props) {
  const { search } = useLocation();
  return (
    <nav aria-labelledby="scenes-of-tour" className={styles.section}>
      <h2 id="scenes-of-tour" className={styles.sectionTitle}>
        Scenes
      </h2>
      <ul className={styles.scenes}>
        {tour.scenes.map(({ id, title, media, view }) => (
          <li key={id}>
            <Link
              className={styles.scene}
              to={`/studio/tours/${tourId}/scenes/${id}${search}`}
              aria-current={id === sceneId ? 'page' : undefined}
              onDragStart={(event) => id !== sceneId && carryScene(event.dataTransfer, id)}
            >
              <SceneThumbnail file={files.get(media)} view={view} />
              <span className={styles.sceneName}>
                {title || 'Untitled scene'}
                {id === tour.start && <span className={styles.tag}>Start</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
