import type { ExperienceDetail, PlaceAccess, PlaceSheet } from '@oriel/contract';
import { Suspense } from 'react';
import { placeOf } from '../../../features/catalogue/heading.ts';
import { formatDate } from '../../../format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import styles from './place-sheet.module.css';

const TownMap = lazyPart(async () => (await import('../../../features/map/town-map.tsx')).TownMap);

const KINDS = { photo: 'One viewpoint, all around', video: 'A film, all around', embed: 'A plan to explore' };

/** What is known of any place, where its owner says nothing. */
function plainFacts({ tour, mediaType, categoryName, createdAt }: ExperienceDetail): string[] {
  const rooms = tour?.scenes.length ?? 1;
  return [
    rooms > 1 ? `${rooms} rooms to walk through` : KINDS[mediaType],
    categoryName,
    `Here since ${formatDate(createdAt)}`,
  ];
}

function accessOf({ steps, doorWidthCm, note }: PlaceAccess): [name: string, value: string][] {
  const rows: [string, string][] = [];
  if (steps !== undefined) rows.push(['Steps on the way in', steps === 0 ? 'None' : String(steps)]);
  if (doorWidthCm !== undefined) rows.push(['Narrowest door', `${doorWidthCm} cm`]);
  if (note) rows.push(['Good to know', note]);
  return rows;
}

/** Three facts, how one gets in, and where it is. */
export function Facts({
  experience,
  sheet,
}: {
  experience: ExperienceDetail;
  sheet: PlaceSheet | undefined;
}) {
  const facts = sheet && sheet.facts.length > 0 ? sheet.facts : plainFacts(experience);
  const access = sheet?.access ? accessOf(sheet.access) : [];
  const town = placeOf(experience);
  return (
    <div className={styles.details}>
      <div className={styles.known}>
        <ul className={styles.facts} aria-label="Facts">
          {facts.map((fact) => (
            <li key={fact}>
              <Icon name="check" size={16} /> {fact}
            </li>
          ))}
        </ul>
        {access.length > 0 && (
          <dl className={styles.access}>
            {access.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {sheet?.location && (
        <figure className={styles.town}>
          <Suspense fallback={<span />}>
            <TownMap {...sheet.location} />
          </Suspense>
          <figcaption>{town}</figcaption>
        </figure>
      )}
    </div>
  );
}
