import { useState } from 'react';
import { LineDrawing } from '../../../ui/icon.tsx';

const PICTURE = 'M4 5h16v14H4zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 8.500v.1';

interface Props {
  /** Null while there is none. */
  url: string | null | undefined;
  className: string | undefined;
  /** Shown in its place, of 24 by 24. */
  drawing?: string | undefined;
}

/** A small picture of a file; decorative, beside its name. */
export function FilePicture({ url = null, className, drawing = PICTURE }: Props) {
  // Each response signs the URL again; the picture is the same.
  const [shown, setShown] = useState(url);
  const [lost, setLost] = useState<string | null>(null);
  if (url !== null && url !== lost && (shown === null || shown === lost)) setShown(url);
  return (
    <span className={className}>
      {shown !== null && shown !== lost ? (
        <img src={shown} alt="" loading="lazy" decoding="async" onError={() => setLost(shown)} />
      ) : (
        <LineDrawing path={drawing} size={20} />
      )}
    </span>
  );
}
