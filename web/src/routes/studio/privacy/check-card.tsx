import type { StudioMedia } from '@oriel/contract';
import { useId } from 'react';
import { PlainFailure } from '../../../ui/failure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FilePicture } from '../media/file-picture.tsx';
import { STATE_WORDS, sentenceAbout, stateOf } from './check-words.ts';
import styles from './privacy.module.css';
import { Review } from './review.tsx';
import type { CheckedSphere, Statement } from './use-checks.ts';

interface Props {
  workspace: string;
  sphere: CheckedSphere;
  file: StudioMedia | undefined;
  isOpen: boolean;
  canWrite: boolean;
  isSending: boolean;
  onToggle: () => void;
  onRetry: () => void;
  onSearch: () => void;
  onSign: (statement: Statement) => void;
}

/** A picture of the tour with the state of its check, which opens to be looked at. */
export function CheckCard({ workspace, sphere, file, isOpen, onToggle, onRetry, ...rest }: Props) {
  const bodyId = useId();
  const { title, check, isLost, asset } = sphere;
  return (
    <li className={styles.card}>
      <h2 className={styles.cardHead}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          data-picture={asset}
          onClick={onToggle}
        >
          <FilePicture url={file?.previewUrl} className={`studio-picture ${styles.thumbnail}`} />
          <span className={styles.who}>
            <span className={styles.title}>{title}</span>
            <span className={styles.about}>{check ? sentenceAbout(check) : isLost ? '' : 'Loading…'}</span>
          </span>
          {check && (
            <span className={styles.mark} data-state={stateOf(check)}>
              {STATE_WORDS[check.state]}
            </span>
          )}
          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
        </button>
      </h2>
      {check && stateOf(check) === 'busy' && <span className={styles.running} aria-hidden="true" />}
      <div id={bodyId} hidden={!isOpen && !isLost}>
        {isLost && (
          <PlainFailure
            className={styles.lost}
            sentence="What is known of this picture could not be loaded."
            onRetry={onRetry}
          />
        )}
        {isOpen && check && <Review workspace={workspace} sphere={{ ...sphere, check }} {...rest} />}
      </div>
    </li>
  );
}
