import type { SceneDetail, SceneHotspot, TourOutline } from '@oriel/contract';
import {
  HOTSPOT_KINDS,
  inReadingOrder,
  relativeDirection,
} from '@oriel/contract/shared/tour/direction-words';
import { hotspotDirection } from '@oriel/contract/shared/tour/pose';
import { formatLocalDate } from '../../../format.ts';
import prose from '../../../ui/prose.module.css';
import { Captured } from './captured.tsx';
import { SceneImage } from './scene-image.tsx';
import styles from './scene-text.module.css';
import { searchOf } from './tour-url.ts';

const DURATION = new Intl.NumberFormat('en', { style: 'unit', unit: 'second', unitDisplay: 'long' });

export const sceneAnchor = (id: string) => `room-${id}`;

interface Props {
  scene: SceneDetail;
  tour: TourOutline;
  /** The tour's own path. */
  path: string;
}

/** A scene as text: what it shows, what there is to press, and where its doors lead. */
export function SceneText({ scene, tour, path }: Props) {
  const { id, title, description, hotspots, looks, lights = [], sounds, captions, view } = scene;
  const summary = tour.scenes.find((one) => one.id === id);
  return (
    <section id={sceneAnchor(id)} className={styles.scene} aria-labelledby={`${sceneAnchor(id)}-title`}>
      {summary?.thumbnails && (
        <div className={styles.image}>
          <SceneImage thumbnails={summary.thumbnails} sizes="(min-width: 48rem) 44rem, 92vw" />
        </div>
      )}
      <h2 id={`${sceneAnchor(id)}-title`}>{title}</h2>
      {description && <p className={styles.text}>{description}</p>}
      <Captured at={scene.capturedAt} className={prose.soft} />
      {hotspots.length > 0 && (
        <>
          <h3 className={prose.label}>In this room</h3>
          <ol className={prose.points}>
            {inReadingOrder(hotspots, view).map((spot) => (
              <li key={spot.id}>
                <SpotText spot={spot} tour={tour} where={relativeDirection(view, hotspotDirection(spot))} />
              </li>
            ))}
          </ol>
        </>
      )}
      {looks.length > 0 && (
        <p>
          Look at{' '}
          {looks.map((look, index) => (
            <span key={look.id}>
              {index > 0 && ' · '}
              <a href={path + searchOf({ scene: id, view: look.view })}>{look.label}</a>
            </span>
          ))}
        </p>
      )}
      {lights.length > 0 && (
        <p>
          In several lights:{' '}
          {lights.map((light, index) => (
            <span key={light.id}>
              {index > 0 && ' · '}
              <a href={path + searchOf({ scene: id, light: light.id })}>{light.label}</a>
              {light.capturedAt && (
                <span className={prose.soft}>
                  {' '}
                  (<time dateTime={light.capturedAt}>{formatLocalDate(light.capturedAt)}</time>)
                </span>
              )}
            </span>
          ))}
        </p>
      )}
      {sounds.length > 0 && (
        <p>
          What one hears:{' '}
          {sounds.map(({ id, label, url }, index) => (
            <span key={id}>
              {index > 0 && ' · '}
              <a href={url}>{label}</a>
            </span>
          ))}
        </p>
      )}
      <Transcripts tracks={captions} />
      <p>
        <a href={path + searchOf({ scene: id })}>Stand in this room</a>
      </p>
    </section>
  );
}

/** The captions of a film as text to read. */
function Transcripts({ tracks }: { tracks: SceneDetail['captions'] }) {
  return tracks.map(({ language, label, cues }) => (
    <details key={language} lang={language}>
      <summary>{label}</summary>
      {cues.map(({ from, text }) => (
        <p key={from}>
          <span className={prose.soft}>{DURATION.format(Math.round(from))}:</span> {text}
        </p>
      ))}
    </details>
  ));
}

function SpotText({ spot, tour, where }: { spot: SceneHotspot; tour: TourOutline; where: string }) {
  const { kind, label, text, alt, target, url, captions = [] } = spot;
  return (
    <>
      <SpotLabel spot={spot} tour={tour} />{' '}
      <span className={prose.soft}>
        ({HOTSPOT_KINDS[kind]}, {where})
      </span>
      {text && <p className={styles.text}>{text}</p>}
      {kind === 'picture' && url && (
        <img className={styles.picture} src={url} alt={alt ?? label} loading="lazy" />
      )}
      {kind !== 'picture' && alt && <p className={styles.text}>{alt}</p>}
      <Transcripts tracks={captions} />
      {(kind === 'link' || kind === 'book') && target && (
        <span className={prose.soft}> opens {new URL(target).host} in a new tab</span>
      )}
    </>
  );
}

function SpotLabel({ spot: { kind, label, target, url }, tour }: { spot: SceneHotspot; tour: TourOutline }) {
  const door = kind === 'door' ? tour.scenes.find(({ id }) => id === target) : undefined;
  if (door) {
    const name = door.isOpen ? label : `${label} (closed until the tour is unlocked)`;
    return <a href={`#${sceneAnchor(door.id)}`}>{name}</a>;
  }
  if ((kind === 'link' || kind === 'book') && target)
    return (
      <a href={target} target="_blank" rel="noopener noreferrer nofollow" data-analytics={`tour-${kind}`}>
        {label}
      </a>
    );
  if ((kind === 'film' || kind === 'sound') && url) return <a href={url}>{label}</a>;
  return <strong>{label}</strong>;
}
