import type { SceneHotspot } from '@oriel/contract';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import styles from './spot-film.module.css';

const FilmCaptions = lazyPart(async () => (await import('../captions/film-captions.tsx')).FilmCaptions);

/** The film of a hotspot behind its poster, loaded once that is pressed. */
export function SpotFilm({ label, alt = label, url, poster, captions }: SceneHotspot) {
  const [hasBegun, setHasBegun] = useState(false);
  const film = useRef<HTMLVideoElement>(null);
  // The button that had it is gone, and now there are controls.
  useEffect(() => {
    if (hasBegun) film.current?.focus();
  }, [hasBegun]);
  const begin = () => {
    setHasBegun(true);
    film.current?.play().catch(() => undefined);
  };
  const picture = (
    <div className={styles.film}>
      {/* biome-ignore lint/a11y/useMediaCaption: a script adds its captions. */}
      <video
        ref={film}
        src={url}
        poster={poster}
        preload="none"
        title={alt}
        controls={hasBegun}
        playsInline
      />
      {!hasBegun && (
        <button type="button" className={styles.begin} aria-label={`Play ${label}`} onClick={begin}>
          <span className={styles.sign}>
            <Icon name="play" size={28} />
          </span>
        </button>
      )}
    </div>
  );
  return (
    <>
      {picture}
      {captions && captions.length > 0 && (
        <Suspense>
          <FilmCaptions film={film} tracks={captions} />
        </Suspense>
      )}
    </>
  );
}
