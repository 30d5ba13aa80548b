import type { TourStatistics } from '@oriel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '../../../api.ts';
import { formatDuration, formatNumber } from '../../../format.ts';
import { Failure } from '../../../ui/failure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import table from '../../../ui/table.module.css';
import { DayChart } from './day-chart.tsx';
import { GazeMap } from './gaze-map.tsx';
import { addDays, barsOf, type Figure } from './series.ts';
import styles from './statistics.module.css';

interface Place {
  workspace: string;
  tourId: string;
}

const RANGES = [
  { value: '7', label: '7 days' },
  { value: '28', label: '28 days' },
  { value: '90', label: '90 days' },
  { value: '', label: 'All days' },
] as const;
const FIGURES: [Figure, string][] = [
  ['views', 'Views'],
  ['likes', 'Likes'],
  ['unlocks', 'Unlocks'],
  ['tokens', 'Tokens'],
];

function useStatistics({ workspace, tourId }: Place, range: { from?: string }) {
  return useQuery({
    queryKey: ['studio-statistics', workspace, tourId, range.from] as const,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/studio/tours/:tourId/statistics', {
          params: { tourId },
          query: { workspace, ...range },
          signal,
        })
      ).data,
  });
}

/** What visitors do in a tour. */
export function StatisticsPage(place: Place) {
  const { workspace, tourId } = place;
  const { search } = useLocation();
  const [days, setDays] = useState('28');
  const today = new Date().toISOString().slice(0, 10);
  const range = days === '' ? {} : { from: addDays(today, 1 - Number(days)) };
  const { data, isError, refetch } = useStatistics(place, range);
  const { data: tour } = useQuery({
    queryKey: ['studio-tour', workspace, tourId] as const,
    queryFn: async () =>
      (await api('GET /api/studio/tours/:tourId', { query: { workspace }, params: { tourId } })).data,
  });
  return (
    <>
      <div className="studio-head">
        <div>
          <Link className="studio-back" to={`/studio/tours/${tourId}${search}`}>
            <Icon name="back" size={16} />
            {tour?.title || 'The tour'}
          </Link>
          <h1>Statistics</h1>
        </div>
        <SelectField
          label="Show"
          value={days}
          options={RANGES}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
      </div>
      {isError && <Failure sentence="The statistics could not be loaded." onRetry={() => void refetch()} />}
      {!data && !isError && (
        <p className="studio-soft" role="status">
          Loading…
        </p>
      )}
      {data && (
        <>
          <div className={styles.figures}>
            {FIGURES.map(([figure, label]) => (
              <DayChart key={figure} label={label} total={data.totals[figure]} bars={barsOf(data, figure)} />
            ))}
          </div>
          <p className="studio-soft">{aboutDays(data)}</p>
          {data.scenes.length === 0 && data.hotspots.length === 0 ? (
            <div className="studio-empty">
              <h2>Nothing measured inside the tour yet</h2>
              <p>
                How long visitors stay in each scene, what they press and where they look is measured of those
                who allow it, and shown here as sums that name nobody.
              </p>
            </div>
          ) : (
            <Inside data={data} />
          )}
          <GazeMap
            workspace={workspace}
            tourId={tourId}
            range={range}
            looked={data.scenes}
            scenes={tour?.draft.document?.scenes ?? []}
          />
        </>
      )}
    </>
  );
}

function aboutDays({ undated }: TourStatistics): string {
  const days = 'Days are days in UTC.';
  if (undated.views + undated.likes === 0) return days;
  return `${days} ${formatNumber(undated.views)} views and ${formatNumber(undated.likes)} likes from before they were counted by day are in none of them.`;
}

/** What visitors who consented to it did in the scenes. */
function Inside({ data: { scenes, hotspots } }: { data: TourStatistics }) {
  const longest = Math.max(1, ...scenes.map(({ seconds }) => seconds));
  return (
    <>
      <section className={styles.part} aria-labelledby="scenes-heading">
        <h2 id="scenes-heading">Time in each scene</h2>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Scene</th>
              <th scope="col">Minutes</th>
            </tr>
          </thead>
          <tbody>
            {scenes.map(({ id, title, seconds }) => (
              <tr key={id}>
                <th scope="row">
                  {title || id}
                  <span
                    className={styles.share}
                    style={{ width: `${Math.round((seconds / longest) * 100)}%` }}
                    aria-hidden="true"
                  />
                </th>
                <td>{formatDuration(seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hotspots.length > 0 && (
        <section className={styles.part} aria-labelledby="hotspots-heading">
          <h2 id="hotspots-heading">Pressed hotspots</h2>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">Hotspot</th>
                <th scope="col">Scene</th>
                <th scope="col">Presses</th>
              </tr>
            </thead>
            <tbody>
              {hotspots.map(({ scene, sceneTitle, id, label, presses }) => (
                <tr key={`${scene} ${id}`}>
                  <th scope="row">{label || id}</th>
                  <td>{sceneTitle || scene}</td>
                  <td>{formatNumber(presses)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
