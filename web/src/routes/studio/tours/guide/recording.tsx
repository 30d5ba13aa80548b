import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import stack from '../../../../ui/stack.module.css';
import { MediaPicker } from '../../media/media-picker.tsx';
import { useFiles } from '../../media/use-files.ts';
import { useTourWork } from '../tour-work.ts';
import shared from '../tours.module.css';

interface Props {
  /** Of the step, for the names of the buttons. */
  name: string;
  asset: string | undefined;
  onChange: (asset: string | undefined) => void;
}

/** The recording of what a step says. */
export function Recording({ name, asset, onChange }: Props) {
  const { workspace } = useTourWork();
  const [isOpen, setOpen] = useState(false);
  const choose = asset === undefined ? 'Choose a recording…' : 'Another recording…';
  const files = useFiles(workspace, asset === undefined ? [] : [asset]);
  return (
    <div className={stack.gap1}>
      {asset !== undefined && (
        <p className={shared.fine}>Recording: {files.get(asset)?.fileName ?? 'a file of the workspace'}</p>
      )}
      <div className={stack.actions}>
        <Button aria-label={`${choose} ${name}`} onClick={() => setOpen(true)}>
          {choose}
        </Button>
        {asset !== undefined && (
          <Button aria-label={`Without a recording: ${name}`} onClick={() => onChange(undefined)}>
            Without a recording
          </Button>
        )}
      </div>
      {isOpen && (
        <MediaPicker
          workspace={workspace}
          title="Choose a recording"
          kinds={['sound']}
          noun="sounds"
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
