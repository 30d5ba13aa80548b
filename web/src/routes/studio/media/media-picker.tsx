import type { StudioMedia } from '@oriel/contract';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';
import { useMediaList } from '../files/media-list.ts';
import { describeKind, isUnfinished } from '../files/words.ts';
import { FilePicture } from './file-picture.tsx';
import styles from './media-picker.module.css';

/** A file that documents can name. */
export type ReadyFile = StudioMedia & { asset: string };

interface Props {
  workspace: string;
  title: string;
  /** What may be chosen. */
  kinds: readonly StudioMedia['kind'][];
  /** What the files are called together: "360-degree photos and films". */
  noun: string;
  /** Shown for files without a picture, of 24 by 24. */
  drawing?: string;
  /** Whether one is chosen, by one press, not several. */
  isSingle?: boolean;
  /** @param files in the order in which they were chosen */
  onChoose: (files: readonly ReadyFile[]) => void;
  onClose: () => void;
}

/** Lets a person choose among the files of the workspace. */
export function MediaPicker({ title, onClose, ...rest }: Props) {
  return (
    <Dialog open size="wide" title={title} onClose={onClose}>
      <Files {...rest} />
    </Dialog>
  );
}

function Files({
  workspace,
  kinds,
  noun,
  drawing,
  isSingle = false,
  onChoose,
}: Omit<Props, 'title' | 'onClose'>) {
  const { search } = useLocation();
  const list = useMediaList(workspace);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // What a file is, is known only once it has been looked at.
  const media = list.media?.filter(
    (one) => kinds.includes(one.kind) || (one.kind === null && isUnfinished(one)),
  );
  const files = media?.filter(({ state }) => state !== 'refused') ?? [];
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const choose = (ids: readonly string[]) =>
    onChoose(ids.flatMap((id) => files.filter(isReady).find((file) => file.id === id) ?? []));
  return (
    <div className={stack.gap4}>
      {list.isPending && <p role="status">Loading…</p>}
      {list.isError && !media && <p role="alert">The files could not be loaded.</p>}
      {media && files.length === 0 && <p>There are no {noun} in this workspace yet.</p>}
      {files.length > 0 && (
        <ul className={styles.files} aria-label={`Your ${noun}`}>
          {files.map((file) => (
            <li key={file.id}>
              {isSingle ? (
                <button
                  type="button"
                  className={styles.file}
                  disabled={!isReady(file)}
                  onClick={() => choose([file.id])}
                >
                  <FileParts file={file} drawing={drawing} />
                </button>
              ) : (
                <FileCheckbox file={file} place={chosen.indexOf(file.id)} onToggle={() => toggle(file.id)}>
                  <FileParts file={file} drawing={drawing} />
                </FileCheckbox>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div>
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        {!isSingle && (
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => choose(chosen)}>
            {chosen.length < 2 ? 'Add' : `Add ${chosen.length}`}
          </Button>
        )}
        <Link to={`/studio/files${search}`}>Upload files</Link>
      </div>
    </div>
  );
}

const isReady = (file: StudioMedia): file is ReadyFile => file.state === 'ready' && file.asset !== null;

interface CheckboxProps {
  file: StudioMedia;
  /** Its place among the chosen ones; -1 for the others. */
  place: number;
  onToggle: () => void;
  children: ReactNode;
}

function FileCheckbox({ file, place, onToggle, children }: CheckboxProps) {
  return (
    <label className={styles.file}>
      <input type="checkbox" checked={place >= 0} disabled={!isReady(file)} onChange={onToggle} />
      {children}
      {place >= 0 && <span className={styles.place}>{place + 1}</span>}
    </label>
  );
}

function FileParts({ file, drawing }: { file: StudioMedia; drawing: string | undefined }) {
  return (
    <>
      <FilePicture url={file.previewUrl} className={styles.picture} drawing={drawing} />
      <span className={styles.name}>{file.fileName}</span>
      <span className={styles.kind}>
        {isReady(file) ? describeKind(file) : `Preparing ${Math.floor(file.progress * 100)} %`}
      </span>
    </>
  );
}
