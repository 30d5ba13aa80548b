import type { StudioMedia, TourScene } from '@oriel/contract';
import { Link, useLocation } from 'react-router';
import { LineDrawing } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import prose from '../../../../ui/prose.module.css';
import type { useReorder } from '../../catalogue/use-reorder.ts';
import { FilePicture } from '../../media/file-picture.tsx';
import { renameScene, setPreview, setStart } from '../draft/document.ts';
import { placeId, useTourWork } from '../tour-work.ts';
import styles from './scenes.module.css';

const GRIP = 'M9 5.500v.1M15 5.500v.1M9 12v.1M15 12v.1M9 18.500v.1M15 18.500v.1';

interface Props {
  scene: TourScene;
  index: number;
  file: StudioMedia | undefined;
  reorder: ReturnType<typeof useReorder<string>>;
  helpId: string;
  onRemove: () => void;
}

/** One scene: its place in the order, its title, and the way into it. */
export function SceneRow({ scene, index, file, reorder, helpId, onRemove }: Props) {
  const { store, snapshot, tourId, may } = useTourWork();
  const { search } = useLocation();
  const { draft, tour } = snapshot;
  const { id, title } = scene;
  const canWrite = may('tour.write');
  const name = title || 'Untitled scene';
  const isLocked = draft.price !== null && draft.price > 0;
  const problems = tour.problems.filter(({ path }) => path[1] === 'scenes' && path[2] === index);
  return (
    <li className={styles.scene} {...reorder.rowOf(id)}>
      {canWrite && (
        <button
          type="button"
          className={styles.handle}
          aria-label={`Move ${name}`}
          aria-describedby={helpId}
          {...reorder.handleOf(id)}
        >
          <LineDrawing path={GRIP} size={20} />
        </button>
      )}
      <FilePicture url={file?.previewUrl} className={`studio-picture ${styles.picture}`} />
      <div className={styles.who}>
        <input
          id={placeId(['document', 'scenes', index, 'title'])}
          className={styles.title}
          aria-label={`Title of scene ${index + 1}`}
          value={title}
          placeholder="Untitled scene"
          maxLength={200}
          readOnly={!canWrite}
          onChange={({ currentTarget }) =>
            store.change((now) => renameScene(now, id, currentTarget.value), {
              label: 'Rename a scene',
              mergeKey: `title ${id}`,
            })
          }
        />
        <div className={styles.options}>
          <label>
            <input
              type="radio"
              name="start"
              checked={draft.document?.start === id}
              disabled={!canWrite}
              onChange={() =>
                store.change((now) => setStart(now, id), { label: 'Choose where visitors begin' })
              }
            />
            Start<span className="visually-hidden"> in {name}</span>
          </label>
          {isLocked && (
            <label title="Everybody may stand in it, also without unlocking the tour.">
              <input
                type="checkbox"
                checked={draft.document?.previewScenes?.includes(id) ?? false}
                disabled={!canWrite}
                onChange={({ currentTarget }) =>
                  store.change((now) => setPreview(now, id, currentTarget.checked), {
                    label: 'Choose the free scenes',
                  })
                }
              />
              Free to look at<span className="visually-hidden">: {name}</span>
            </label>
          )}
        </div>
        {problems.map(({ message }) => (
          <p key={message} className={prose.fine}>
            {message}
          </p>
        ))}
      </div>
      <Link
        id={placeId(['document', 'scenes', index])}
        className={styles.edit}
        to={`/studio/tours/${tourId}/scenes/${id}${search}`}
      >
        {canWrite ? 'Edit scene' : 'Look at it'}
        <span className="visually-hidden">: {name}</span>
      </Link>
      {canWrite && <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />}
    </li>
  );
}
