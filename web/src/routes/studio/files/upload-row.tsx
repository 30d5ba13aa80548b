import { memo, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Bar } from './bar.tsx';
import styles from './files.module.css';
import { type UploadItem, uploadQueue } from './queue.ts';
import { formatBytes, formatTimeLeft } from './words.ts';

function stateWords({ state, speed, bytes, sent, sentence }: UploadItem): (string | false)[] {
  switch (state) {
    case 'queued':
      return ['Waits its turn'];
    case 'paused':
      return ['Paused'];
    case 'waiting':
      return [navigator.onLine ? sentence : 'Offline. It goes on by itself.'];
    case 'sending':
      return [speed > 0 && `${formatBytes(speed)}/s`, formatTimeLeft(bytes - sent, speed)];
    default:
      return [];
  }
}

/** A file on its way. Rendered only when it changes itself: there may be a thousand. */
export const UploadRow = memo(function UploadRow({ item }: { item: UploadItem }) {
  const row = useRef<HTMLLIElement>(null);
  const { id, fileName, bytes, sent, state, sentence } = item;
  const queue = uploadQueue();

  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      // Its buttons go with it.
      if (element?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);

  const isStopped = state === 'paused' || state === 'failed';
  return (
    <li ref={row} className={`studio-row ${styles.upload}`} data-state={state}>
      <div className={styles.uploadText}>
        <span className="studio-name">{fileName}</span>
        {state === 'failed' ? (
          <span className={styles.refusal}>{sentence}</span>
        ) : (
          <span className={styles.figures}>
            {[
              sent > 0 ? `${formatBytes(sent)} of ${formatBytes(bytes)}` : formatBytes(bytes),
              ...stateWords(item),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </div>
      <div className={styles.uploadButtons}>
        {isStopped ? (
          <IconButton
            key="resume"
            icon={state === 'failed' ? 'arrowUp' : 'play'}
            label={`${state === 'failed' ? 'Retry' : 'Resume'} ${fileName}`}
            onClick={() => queue.resume(id)}
          />
        ) : (
          <IconButton key="resume" icon="pause" label={`Pause ${fileName}`} onClick={() => queue.pause(id)} />
        )}
        <IconButton icon="close" label={`Cancel ${fileName}`} onClick={() => queue.cancel(id)} />
      </div>
      {state !== 'failed' && <Bar label={fileName} share={bytes > 0 ? sent / bytes : 0} />}
    </li>
  );
});
