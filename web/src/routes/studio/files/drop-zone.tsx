import { type ChangeEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LineDrawing } from '../../../ui/icon.tsx';
import { droppedFiles, withoutLitter } from './dropped-files.ts';
import styles from './files.module.css';

const ARROW_INTO_TRAY = 'M12 15V4M7.500 8L12 3.500 16.500 8M4 14.500V20h16v-5.500';

interface Props {
  isFull: boolean;
  /** @param unreadable how many more were dropped that cannot be read */
  onFiles: (files: File[], isFlat: boolean, unreadable: number) => void;
}

/** Takes files by buttons, and wherever on the page they are dropped. */
export function DropZone({ isFull, onFiles }: Props) {
  const hintId = useId();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isFlat, setFlat] = useState(false);
  const [isOver, setOver] = useState(false);
  const give = (chosen: File[], unreadable = 0) => {
    if (chosen.length + unreadable > 0) onFiles(chosen, isFlat, unreadable);
    setFlat(false);
  };
  const chooseFolder = () => {
    if (folder.current === null) return;
    folder.current.webkitdirectory = true;
    folder.current.click();
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    give(withoutLitter(currentTarget.files ?? []));
    // The same file may be chosen again.
    currentTarget.value = '';
  };
  const onDrop = useEffectEvent(async (event: DragEvent) => {
    setOver(false);
    if (!event.dataTransfer || isFull) return;
    const dropped = await droppedFiles(event.dataTransfer);
    give(dropped.files, dropped.unreadable);
  });

  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const listeners = new AbortController();
    const { signal } = listeners;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    addEventListener('dragover', over, { signal });
    // Leaving the window has no other element to go to.
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    });
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        void onDrop(event);
      },
      { signal },
    );
    return () => listeners.abort();
  }, []);

  return (
    <section className={styles.zone} data-over={isOver && !isFull} aria-label="Upload">
      <span className={styles.zoneMark}>
        <LineDrawing path={ARROW_INTO_TRAY} size={24} />
      </span>
      <div className={styles.zoneText}>
        <p className={styles.zoneTitle}>{isFull ? 'The workspace is full' : 'Drop files or folders here'}</p>
        <p className="studio-soft">
          {isFull
            ? 'Delete files that you no longer need, and there is room again.'
            : '360 photos and films as your camera’s app exports them, floor plans, pictures and sounds.'}
        </p>
      </div>
      <div className={styles.zoneButtons}>
        <Button variant="primary" disabled={isFull} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        <span className={styles.folder}>
          <Button disabled={isFull} onClick={chooseFolder}>
            Choose a folder
          </Button>
        </span>
      </div>
      <label className={styles.flat}>
        <input
          type="checkbox"
          checked={isFlat}
          disabled={isFull}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => setFlat(currentTarget.checked)}
        />
        <span>
          This is a floor plan or flat picture
          <span id={hintId} className="studio-soft">
            Only for wide pictures that might be taken for 360 photos; it counts for the next files you
            choose.
          </span>
        </span>
      </label>
      <input ref={files} type="file" multiple hidden aria-label="Files" onChange={onChange} />
      <input ref={folder} type="file" multiple hidden aria-label="Folder" onChange={onChange} />
    </section>
  );
}
