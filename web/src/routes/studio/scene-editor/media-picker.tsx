import type { StudioMedia } from '@oriel/contract';
import { Link, useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LineDrawing } from '../../../ui/icon.tsx';
import prose from '../../../ui/prose.module.css';
import { useMediaList } from '../files/media-list.ts';
import { describeKind } from '../files/words.ts';
import styles from './scene-editor.module.css';

interface Props {
  workspace: string;
  title: string;
  kinds: readonly StudioMedia['kind'][];
  drawing: string;
  onChoose: (asset: string, file: StudioMedia) => void;
  onClose: () => void;
}

/** Lets a person choose among the ready files of the workspace. */
export function MediaPicker({ title, onClose, ...rest }: Props) {
  return (
    <Dialog open title={title} onClose={onClose}>
      <Files {...rest} />
    </Dialog>
  );
}

function Files({ workspace, kinds, drawing, onChoose }: Omit<Props, 'title' | 'onClose'>) {
  const { search } = useLocation();
  const { media, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useMediaList(workspace);
  const fitting = media?.filter(({ kind, state }) => state === 'ready' && kinds.includes(kind)) ?? [];
  return (
    <div className={styles.picker}>
      {isPending && <p role="status">Loading…</p>}
      {!isPending && fitting.length === 0 && (
        <p className={prose.note}>There is no such file yet. New ones are added under Files.</p>
      )}
      <ul className={styles.pickerList} aria-label={title(kinds)}>
        {fitting.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              className={styles.pickerRow}
              onClick={() => file.asset !== null && onChoose(file.asset, file)}
            >
              <span className={styles.pickerImage}>
                {file.previewUrl === null ? (
                  <LineDrawing path={drawing} size={20} />
                ) : (
                  <img src={file.previewUrl} alt="" loading="lazy" />
                )}
              </span>
              <span className={styles.pickerName}>
                {file.fileName}
                <span className={prose.fine}>{describeKind(file)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        )}
        <Link to={`/studio/files${search}`}>Go to the files</Link>
      </div>
    </div>
  );
}

const title = (kinds: readonly StudioMedia['kind'][]) => (kinds.includes('sound') ? 'Sounds' : 'Files');
