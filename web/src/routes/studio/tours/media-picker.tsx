import type { StudioMedia } from '@oriel/contract';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';
import { useMediaList } from '../files/media-list.ts';
import { describeKind, isUnfinished } from '../files/words.ts';
import { FilePicture } from './file-picture.tsx';
import styles from './picker.module.css';
import { useTourWork } from './tour-work.ts';

interface Props {
  title: string;
  /** What may be chosen. */
  kinds: readonly StudioMedia['kind'][];
  /** What the files are called together: "360-degree photos and films". */
  noun: string;
  /** Whether one is chosen, not several. */
  isSingle?: boolean;
  /** @param files in the order in which they were chosen */
  onChoose: (files: readonly StudioMedia[]) => void;
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

function Files({ kinds, noun, isSingle = false, onChoose }: Omit<Props, 'title' | 'onClose'>) {
  const { workspace } = useTourWork();
  const { search } = useLocation();
  const list = useMediaList(workspace);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // What a file is, is known only once it has been looked at.
  const media = list.media?.filter(
    (one) => kinds.includes(one.kind) || (one.kind === null && isUnfinished(one)),
  );
  const files = media?.filter(({ state }) => state !== 'refused') ?? [];
  const toggle = (id: string) => {
    if (isSingle) setChosen([id]);
    else setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const choose = () =>
    onChoose(chosen.flatMap((id) => files.find((file) => file.id === id && file.asset !== null) ?? []));
  return (
    <div className={stack.gap4}>
      {list.isPending && <p role="status">Loading…</p>}
      {list.isError && !media && <p role="alert">The files could not be loaded.</p>}
      {media && files.length === 0 && <p>There are no {noun} in this workspace yet.</p>}
      {files.length > 0 && (
        <ul className={styles.files} aria-label={`Your ${noun}`}>
          {files.map((file) => (
            <FileChoice
              key={file.id}
              file={file}
              isSingle={isSingle}
              place={chosen.indexOf(file.id)}
              onToggle={() => toggle(file.id)}
            />
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
        <Button variant="primary" disabled={chosen.length === 0} onClick={choose}>
          {isSingle || chosen.length < 2 ? 'Add' : `Add ${chosen.length}`}
        </Button>
        <Link to={`/studio/files${search}`}>Upload files</Link>
      </div>
    </div>
  );
}

interface ChoiceProps {
  file: StudioMedia;
  isSingle: boolean;
  /** Its place among the chosen ones; -1 for the others. */
  place: number;
  onToggle: () => void;
}

function FileChoice({ file, isSingle, place, onToggle }: ChoiceProps) {
  const isReady = file.state === 'ready';
  return (
    <li>
      <label className={styles.file} data-ready={isReady}>
        <input
          type={isSingle ? 'radio' : 'checkbox'}
          name="file"
          checked={place >= 0}
          disabled={!isReady}
          onChange={onToggle}
        />
        <FilePicture url={file.previewUrl} className={styles.picture} />
        <span className={styles.name}>{file.fileName}</span>
        <span className={styles.kind}>
          {isReady ? describeKind(file) : `Preparing ${Math.floor(file.progress * 100)} %`}
        </span>
        {place >= 0 && !isSingle && <span className={styles.place}>{place + 1}</span>}
      </label>
    </li>
  );
}
