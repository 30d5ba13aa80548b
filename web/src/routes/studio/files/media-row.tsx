import type { StudioMedia } from '@oriel/contract';
import { useState } from 'react';
import { formatDate } from '../../../format.ts';
import { LineDrawing } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Bar } from './bar.tsx';
import styles from './files.module.css';
import { PlaceQuestion } from './place-question.tsx';
import { describeKind, formatBytes } from './words.ts';

const PICTURE = 'M4 5h16v14H4zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 8.500v.1';
const FILM = 'M3.5 7h11v10h-11zM14.5 10.5l6-3v9l-6-3';
const SOUND =
  'M9 17.500V5.500l10-2v12M9 17.500a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zM19 15.500a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0z';

const drawingOf = ({ kind }: StudioMedia) =>
  kind === 'sound' ? SOUND : kind === 'video' || kind === 'film' ? FILM : PICTURE;

function Preview({ media }: { media: StudioMedia }) {
  const { previewUrl } = media;
  // Each response signs the URL again; the picture is the same.
  const [shown, setShown] = useState(previewUrl);
  const [lost, setLost] = useState<string | null>(null);
  if (shown === null && previewUrl !== null) setShown(previewUrl);
  // After it has expired the newest may do.
  if (shown !== null && shown === lost && previewUrl !== null && previewUrl !== lost) setShown(previewUrl);
  return (
    <span className={styles.preview}>
      {shown !== null && shown !== lost ? (
        <img src={shown} alt="" loading="lazy" decoding="async" onError={() => setLost(shown)} />
      ) : (
        <LineDrawing path={drawingOf(media)} size={20} />
      )}
    </span>
  );
}

const STATES: Record<StudioMedia['state'], string> = {
  received: 'Checking…',
  checking: 'Checking…',
  preparing: 'Preparing',
  ready: 'Ready',
  refused: 'Not usable',
};

interface Props {
  media: StudioMedia;
  workspace: string;
  /** Whether they may say what the picture shows. */
  canAnswer: boolean;
  canDelete: boolean;
  onDelete: () => void;
}

/** A file of the workspace, and what has become of it. */
export function MediaRow({ media, workspace, canAnswer, canDelete, onDelete }: Props) {
  const { fileName, bytes, createdAt, state, progress, refusal, isAssumed } = media;
  const facts = [describeKind(media), formatBytes(bytes), formatDate(createdAt)].filter(Boolean);
  return (
    <li className={`studio-row ${styles.media}`}>
      <Preview media={media} />
      <div className={styles.mediaText}>
        <span className="studio-name">{fileName}</span>
        <span className={styles.figures}>{facts.join(' · ')}</span>
        {refusal && <span className={styles.refusal}>{refusal.detail}</span>}
        {state === 'ready' && isAssumed && (
          <PlaceQuestion media={media} workspace={workspace} canAnswer={canAnswer} />
        )}
      </div>
      <span className={styles.state} data-state={state}>
        {STATES[state]}
        {state === 'preparing' && ` ${Math.floor(progress * 100)} %`}
        {state === 'preparing' && <Bar label={`Preparing ${fileName}`} share={progress} />}
      </span>
      {canDelete && <IconButton icon="close" label={`Delete ${fileName}`} onClick={onDelete} />}
    </li>
  );
}
