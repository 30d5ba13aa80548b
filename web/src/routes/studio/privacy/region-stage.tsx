import type { Direction, PrivacyCheck, TourScene } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { Panorama } from '@oriel/viewer/react';
import { type Ref, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LineDrawing } from '../../../ui/icon.tsx';
import { viewerScene } from '../scene-editor/assets.ts';
import editor from '../scene-editor/scene-editor.module.css';
import { viewOf } from '../scene-editor/view.ts';
import styles from './privacy.module.css';
import { fetchCheck } from './use-checks.ts';

const FRAME = 'M4 8V5.500h3.500M16.500 5.500H20V8M20 16v2.500h-3.500M7.500 18.500H4V16M12 9v6M9 12h6';

interface Props {
  workspace: string;
  title: string;
  scene: TourScene;
  check: PrivacyCheck;
  viewer: Viewer | null;
  viewerRef: Ref<Viewer | null>;
  /** Whether a press on the picture says where a region is to be. */
  isPlacing: boolean;
  /** Whether regions may be drawn. */
  canDraw: boolean;
  onPlacing: (isOn: boolean) => void;
  onPick: (direction: Direction) => void;
}

/** The picture without blur, in the viewer of the tours, with the tool that draws further regions. */
export function RegionStage({ workspace, title, scene, check, viewer, ...rest }: Props) {
  const { viewerRef, isPlacing, canDraw, onPlacing, onPick } = rest;
  const [trouble, setTrouble] = useState(false);
  const latest = useRef({ check, scene });
  latest.current = { check, scene };
  const { asset } = check;
  const shown = useMemo(() => {
    const now = latest.current;
    return { asset, picture: pictureOf(now.check, now.scene) };
  }, [asset]);
  const renewScene = async () => pictureOf(await fetchCheck(workspace, asset), scene);
  return (
    <section className={styles.stage} aria-label="Picture">
      <Panorama
        scene={shown.picture}
        renewScene={renewScene}
        ref={viewerRef}
        options={{ label: `Picture of ${title}; drag or use the arrow keys to turn` }}
        on={{ error: ({ fatal }) => fatal && setTrouble(true), ready: () => setTrouble(false) }}
      />
      {trouble && (
        <p className={editor.stageTrouble} role="alert">
          This browser cannot show the picture.
        </p>
      )}
      {canDraw && (
        <div className={editor.overlay} data-hint>
          {isPlacing ? (
            <div className={editor.hint}>
              <p>Press what must not be recognised: a number plate, a paper, a screen.</p>
              <div className={editor.actions}>
                <Button
                  variant="primary"
                  data-autofocus
                  onClick={() => {
                    if (viewer === null) return;
                    const { yaw, pitch } = viewOf(viewer);
                    onPick({ yaw, pitch });
                  }}
                >
                  Put it in the middle
                </Button>
                <Button onClick={() => onPlacing(false)}>Cancel</Button>
              </div>
            </div>
          ) : (
            <button type="button" className={styles.draw} data-draw onClick={() => onPlacing(true)}>
              <LineDrawing path={FRAME} size={20} />
              Draw a region
            </button>
          )}
        </div>
      )}
    </section>
  );
}

const pictureOf = ({ kind, stereo, url, panorama }: PrivacyCheck, { coverage, pose, view }: TourScene) =>
  viewerScene({ url, panorama }, { kind: kind === 'video' ? 'film' : 'photo', stereo, coverage, pose }, view);
