import type { StudioMedia } from '@oriel/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LineDrawing } from '../../../ui/icon.tsx';
import prose from '../../../ui/prose.module.css';
import { useAsset } from './assets.ts';
import { MediaPicker } from './media-picker.tsx';
import styles from './scene-editor.module.css';
import { SPOT_KINDS } from './spots.ts';

type FileKind = 'picture' | 'film' | 'sound';

const FITTING: Record<FileKind, StudioMedia['kind'][]> = {
  picture: ['image'],
  // Of a 360-degree film visitors see the whole picture, as it is.
  film: ['film', 'video'],
  sound: ['sound'],
};

interface Props {
  workspace: string;
  kind: FileKind;
  asset: string | undefined;
  onChange: (asset: string) => void;
}

/** The file that a hotspot shows or plays. */
export function FileField({ workspace, kind, asset, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { name, drawing } = SPOT_KINDS[kind];
  const lower = name.toLowerCase();
  return (
    <div className={styles.group}>
      <span className={prose.label}>File</span>
      {asset === undefined ? (
        <p className={prose.fine}>None chosen yet.</p>
      ) : (
        <ChosenFile workspace={workspace} asset={asset} drawing={drawing} />
      )}
      <Button onClick={() => setOpen(true)}>
        {asset === undefined ? `Choose a ${lower}…` : `Another ${lower}…`}
      </Button>
      {isOpen && (
        <MediaPicker
          workspace={workspace}
          title={`Choose a ${lower}`}
          kinds={FITTING[kind]}
          drawing={drawing}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            onChange(chosen);
          }}
        />
      )}
    </div>
  );
}

function ChosenFile({ workspace, asset, drawing }: { workspace: string; asset: string; drawing: string }) {
  const { data, isError } = useAsset(workspace, asset);
  return (
    <div className={styles.chosen}>
      <span className={styles.pickerImage}>
        {data?.kind === 'image' ? <img src={data.url} alt="" /> : <LineDrawing path={drawing} size={20} />}
      </span>
      <span>{isError ? 'This file is not in the workspace any more.' : (data?.fileName ?? '…')}</span>
    </div>
  );
}
