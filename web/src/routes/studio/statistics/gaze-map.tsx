import type { TourScene, TourStatistics } from '@oriel/contract';
import { GAZE_COLUMNS, GAZE_ROWS } from '@oriel/contract/shared/gaze';
import type { Viewer } from '@oriel/viewer';
import { showGaze } from '@oriel/viewer/gaze';
import { Panorama } from '@oriel/viewer/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../api.ts';
import { formatDuration } from '../../../format.ts';
import { Failure } from '../../../ui/failure.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { fetchAsset, useAsset, viewerScene } from '../scene-editor/assets.ts';
import { describeGaze } from './gaze-words.ts';
import styles from './statistics.module.css';

interface Props {
  workspace: string;
  tourId: string;
  range: { from?: string };
  /** Those that were looked at, the longest first. */
  looked: TourStatistics['scenes'];
  scenes: readonly TourScene[];
}

/** Where visitors looked in a scene, over its picture. */
export function GazeMap({ workspace, tourId, range, looked, scenes }: Props) {
  const shown = looked.flatMap(({ id }) => scenes.find((scene) => scene.id === id) ?? []);
  const [chosen, setChosen] = useState<string>();
  const scene = shown.find(({ id }) => id === chosen) ?? shown[0];
  const { data, isError, refetch } = useQuery({
    queryKey: ['studio-gaze', workspace, tourId, scene?.id, range.from] as const,
    enabled: scene !== undefined,
    queryFn: async ({ signal }) => {
      const query = { workspace, scene: scene?.id ?? '', ...range };
      return (
        await api('GET /api/studio/tours/:tourId/statistics/gaze', { params: { tourId }, query, signal })
      ).data;
    },
  });
  if (scene === undefined) return null;
  return (
    <section className={styles.part} aria-labelledby="gaze-heading">
      <h2 id="gaze-heading">Where visitors look</h2>
      {shown.length > 1 && (
        <SelectField
          label="Scene"
          value={scene.id}
          options={shown.map(({ id, title }) => ({ value: id, label: title || id }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {isError && <Failure sentence="The heat map could not be loaded." onRetry={() => void refetch()} />}
      {data && (
        <>
          <Sphere key={scene.id} workspace={workspace} scene={scene} bins={data.bins} />
          <p className={styles.legend}>
            <span>a little</span>
            <span className={styles.ramp} aria-hidden="true" />
            <span>most of the time</span>
          </p>
          <Summary bins={data.bins} seconds={data.seconds} />
        </>
      )}
    </section>
  );
}

function Summary({ bins, seconds }: { bins: readonly number[]; seconds: number }) {
  const parts = describeGaze(bins).map(
    ({ direction, share }) => `${direction} (${Math.round(share * 100)} %)`,
  );
  return (
    <p className="studio-soft">
      {`In ${formatDuration(seconds)} minutes visitors looked most ${parts.join(', ')}, as seen from the middle of the picture.`}
    </p>
  );
}

function Sphere({
  workspace,
  scene,
  bins,
}: {
  workspace: string;
  scene: TourScene;
  bins: readonly number[];
}) {
  const { data: asset, isError, refetch } = useAsset(workspace, scene.media);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const picture = useMemo(() => asset && viewerScene(asset, scene, scene.view), [asset, scene]);
  useEffect(() => {
    if (viewer === null) return;
    const most = Math.max(...bins) || 1;
    const shares = bins.map((seconds) => seconds / most);
    return showGaze(viewer, { columns: GAZE_COLUMNS, rows: GAZE_ROWS, shares });
  }, [viewer, bins]);
  if (isError) return <Failure sentence="The picture could not be loaded." onRetry={() => void refetch()} />;
  return (
    <div className={styles.sphere}>
      {picture && (
        <Panorama
          ref={setViewer}
          scene={picture}
          options={{ label: `Heat map of ${scene.title || 'the scene'}; drag or use the arrow keys to turn` }}
          renewScene={async () => viewerScene(await fetchAsset(workspace, scene.media), scene, scene.view)}
        />
      )}
    </div>
  );
}
