import type { StudioAsset, TourScene, TourView } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { Panorama } from '@oriel/viewer/react';
import { useMemo, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import prose from '../../../ui/prose.module.css';
import { fetchAsset, useAsset, viewerScene } from './assets.ts';
import styles from './scene-editor.module.css';
import { viewOf } from './view.ts';

interface Props {
  workspace: string;
  scene: TourScene;
  /** How visitors arrive now. */
  view: TourView;
  onChoose: (view: TourView) => void;
  onClose: () => void;
}

/** Shows where a door leads, and takes over how the person looks there. */
export function ArrivalDialog(props: Props) {
  const { scene, workspace, onClose } = props;
  const { data, isError } = useAsset(workspace, scene.media);
  return (
    <Dialog open size="picture" title={`Arriving in ${scene.title || 'the scene'}`} onClose={onClose}>
      {data ? (
        <Look {...props} asset={data} />
      ) : (
        <p role="status">{isError ? 'The picture of this scene could not be loaded.' : 'Loading…'}</p>
      )}
    </Dialog>
  );
}

function Look({ workspace, scene, view, asset, onChoose, onClose }: Props & { asset: StudioAsset }) {
  const viewer = useRef<Viewer | null>(null);
  // Only what it begins with: the person turns it from there.
  const first = useRef({ scene, view });
  const shown = useMemo(() => viewerScene(asset, first.current.scene, first.current.view), [asset]);
  const renewScene = async () => viewerScene(await fetchAsset(workspace, scene.media), scene, view);
  return (
    <div className={styles.group}>
      <p className={prose.note}>Turn the picture to what visitors shall see first.</p>
      <div className={styles.arrival}>
        <Panorama
          scene={shown}
          renewScene={renewScene}
          ref={viewer}
          options={{ label: `Arriving in ${scene.title}` }}
        />
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => viewer.current && onChoose(viewOf(viewer.current))}>
          Arrive looking like this
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
