import type { StudioAsset, TourScene } from '@oriel/contract';
import type { Hotspot, Viewer } from '@oriel/viewer';
import { Panorama } from '@oriel/viewer/react';
import { type Ref, useMemo, useRef, useState } from 'react';
import { Failure } from '../../../ui/failure.tsx';
import { DEGREE, fetchAsset, limitsInRadians, useAsset, viewerScene } from './assets.ts';
import styles from './scene-editor.module.css';
import { useRetouch } from './use-retouch.ts';
import { viewOf } from './view.ts';

interface Props {
  workspace: string;
  scene: TourScene;
  isPreviewing: boolean;
  viewer: Viewer | null;
  viewerRef: Ref<Viewer | null>;
  /** A hotspot was pressed as visitors press them. */
  onHotspot: (id: string) => void;
}

/** The picture of the scene in the viewer of the tours. */
export function Stage(props: Props) {
  const { workspace, scene } = props;
  const { data, isError, refetch } = useAsset(workspace, scene.media);
  if (data) return <Picture {...props} asset={data} />;
  return isError ? (
    <Failure sentence="The picture of this scene could not be loaded." onRetry={() => void refetch()} />
  ) : (
    <p className={styles.loading} role="status">
      Loading…
    </p>
  );
}

const radians = ({ yaw, pitch }: { yaw: number; pitch: number }) => ({
  yaw: yaw * DEGREE,
  pitch: pitch * DEGREE,
});

const spotsOf = ({ hotspots }: TourScene): Hotspot[] =>
  hotspots.map(({ id, kind, label, at, outline }) => ({
    id,
    kind,
    label,
    at: at && radians(at),
    outline: outline?.map(radians),
  }));

function Picture({
  workspace,
  scene,
  asset,
  isPreviewing,
  viewer,
  viewerRef,
  onHotspot,
}: Props & { asset: StudioAsset }) {
  const [trouble, setTrouble] = useState(false);
  const { kind, stereo, coverage, media } = scene;
  const { pitch, roll } = scene.pose;
  useRetouch(viewer, workspace, scene);
  const latest = useRef({ scene, viewer });
  latest.current = { scene, viewer };
  // Loaded again when its picture lies differently, and when visitors' hotspots come or go; the view stays.
  const shown = useMemo(() => {
    const { scene: now, viewer: current } = latest.current;
    const view = current && !isPreviewing ? viewOf(current) : now.view;
    const placed = { kind, stereo, coverage, pose: { pitch, roll } };
    const visitors = isPreviewing && {
      hotspots: spotsOf(now),
      limits: now.limits && limitsInRadians(now.limits),
    };
    return { ...viewerScene(asset, placed, view), ...visitors };
  }, [asset, kind, stereo, coverage, pitch, roll, isPreviewing]);
  const renewScene = async () => viewerScene(await fetchAsset(workspace, media), scene, scene.view);
  return (
    <>
      <Panorama
        scene={shown}
        renewScene={renewScene}
        ref={viewerRef}
        options={{ label: `Picture of ${scene.title || 'the scene'}` }}
        hotspots={isPreviewing ? { onHotspot } : undefined}
        on={{ error: ({ fatal }) => fatal && setTrouble(true), ready: () => setTrouble(false) }}
      />
      {trouble && (
        <p className={styles.stageTrouble} role="alert">
          This browser cannot show the picture.
        </p>
      )}
    </>
  );
}
