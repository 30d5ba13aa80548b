import type { StudioMedia } from '@oriel/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LineDrawing } from '../../../ui/icon.tsx';
import prose from '../../../ui/prose.module.css';
import { MediaPicker } from '../media/media-picker.tsx';
import { useAsset } from './assets.ts';
import styles from './scene-editor.module.css';
import { SPOT_KINDS } from './spots.ts';

type FileKind = 'picture' | 'film' | 'sound';

const FITTING: Record<FileKind, { kinds: StudioMedia['kind'][]; noun: string }> = {
  picture: { kinds: ['image'], noun: 'flat pictures' },
  // Of a 360-degree film visitors see the whole picture, as it is.
  film: { kinds: ['film', 'video'], noun: 'films' },
  sound: { kinds: ['sound'], noun: 'sounds' },
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
          {...FITTING[kind]}
          drawing={drawing}
          isSingle
          onClose={() => setOpen(false)}
          onChoose={([file]) => {
            setOpen(false);
            if (file) onChange(file.asset);
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
      <span className={styles.chosenImage}>
        {data?.kind === 'image' ? <img src={data.url} alt="" /> : <LineDrawing path={drawing} size={20} />}
      </span>
      <span>{isError ? 'This file is not in the workspace any more.' : (data?.fileName ?? '…')}</span>
    </div>
  );
}
