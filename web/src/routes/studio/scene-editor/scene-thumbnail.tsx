import type { StudioMedia, TourView } from '@oriel/contract';
import { useState } from 'react';
import styles from './scene-editor.module.css';
import { backgroundOf } from './thumbnail.ts';

interface Props {
  file: StudioMedia | undefined;
  view: TourView;
}

/** A scene as its first view shows it. */
export function SceneThumbnail({ file, view }: Props) {
  const url = file?.previewUrl ?? null;
  // Each response signs the URL again; the picture is the same.
  const [shown, setShown] = useState(url);
  if (shown === null && url !== null) setShown(url);
  return (
    <span
      className={styles.thumbnail}
      style={shown === null ? undefined : { backgroundImage: `url("${shown}")`, ...backgroundOf(view) }}
    />
  );
}
