import type { Viewer } from '@oriel/viewer';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { TextField } from '../../../ui/text-field.tsx';
import type { TourInfo } from '../scene.ts';
import { lightInUrl } from '../scenes/tour-url.ts';
import { EmbedCode } from './embed-code.tsx';
import styles from './share-sheet.module.css';
import { useSnapshot } from './use-snapshot.ts';
import { embedCodeOf, linkTo } from './view-link.ts';

interface Props {
  viewer: RefObject<Viewer | null>;
  info: TourInfo;
  /** Of a tour of several scenes, whose hotspots may be in the picture. */
  sceneId: string | undefined;
  onClose: () => void;
}

const NOT_COPIED = 'This browser does not copy by itself. The text is selected: copy it by hand.';

/** A picture of exactly what the visitor sees, and the ways to hand it and its URL on. */
export function ShareSheet({ viewer, info, sceneId, onClose }: Props) {
  const { name, slug } = info;
  const [view] = useState(() => viewer.current?.view ?? { yaw: 0, pitch: 0, fov: 1 });
  const [hasMarks, setMarks] = useState(false);
  const [note, setNote] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const snapshot = useSnapshot(viewer, hasMarks);
  const picture = snapshot?.hasHotspots === hasMarks ? snapshot.image : undefined;
  const shared = { origin: location.origin, slug, sceneId, light: lightInUrl(location.search), view };
  const link = linkTo(shared);
  const fileName = `${slug}.jpg`;

  const copy = async (text: string, from: HTMLInputElement | HTMLTextAreaElement | null, done: string) =>
    setNote((await copyText(text, from)) ? done : NOT_COPIED);

  const share = async () => {
    const files = picture ? [new File([picture], fileName, { type: picture.type })] : [];
    const withPicture = { title: name, url: link, files };
    const canSendPicture = files.length > 0 && navigator.canShare?.(withPicture);
    try {
      await navigator.share(canSendPicture ? withPicture : { title: name, url: link });
    } catch (error) {
      // Closing the system's own sheet is no error, nor is pressing again while it opens.
      if (error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name)) return;
      setNote('This could not be shared. Please copy the link instead.');
    }
  };

  return (
    <Dialog open title="Share this view" size="picture" onClose={onClose}>
      <div className={styles.sheet}>
        <figure className={styles.figure}>
          {snapshot ? (
            <img className={styles.picture} src={snapshot.url} alt={`${name}, as you see it now`} />
          ) : (
            <p className={styles.pending}>{snapshot === null ? 'There is no picture yet.' : 'One moment…'}</p>
          )}
          {sceneId !== undefined && (
            <figcaption>
              <label className={styles.choice}>
                <input type="checkbox" checked={hasMarks} onChange={() => setMarks(!hasMarks)} /> Show
                hotspots
              </label>
            </figcaption>
          )}
        </figure>
        <div className={styles.ways}>
          <TextField
            ref={field}
            label="Link to this view"
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles.buttons}>
            <Button
              variant="primary"
              data-autofocus
              onClick={() => void copy(link, field.current, 'The link is copied.')}
            >
              Copy link
            </Button>
            {typeof navigator.share === 'function' && <Button onClick={() => void share()}>Share…</Button>}
            <Button disabled={!picture} onClick={() => picture && saveFile(picture, fileName)}>
              Save picture
            </Button>
          </div>
          <EmbedCode
            code={embedCodeOf(shared, `${name}, a 360-degree tour`)}
            onCopy={(code, from) => void copy(code, from, 'The code is copied.')}
          />
          <p className={styles.note} role="status">
            {note}
          </p>
        </div>
      </div>
    </Dialog>
  );
}
