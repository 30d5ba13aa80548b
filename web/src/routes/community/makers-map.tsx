import type { CommunityPage } from '@oriel/contract';
import { useMemo } from 'react';
import { DrawnMap } from '../../features/map/drawn-map.tsx';
import page from '../../ui/page.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import styles from './makers-map.module.css';

interface Props {
  makers: CommunityPage['professionals']['items'];
  renderImage: RenderImage;
}

/** Where the professionals are at home, each by an arch with one of their tours. Their cards below say it in words. */
export function MakersMap({ makers, renderImage }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same images for the same makers.
  const pins = useMemo(
    () =>
      // Southern ones last, so that they stand before those behind them.
      makers
        .toSorted((a, b) => (b.location?.latitude ?? 0) - (a.location?.latitude ?? 0))
        .flatMap(({ name, location, picture }) =>
          location
            ? [
                {
                  key: name,
                  location,
                  content: (
                    <>
                      <span className={styles.arch}>
                        {picture && renderImage({ ...picture, alt: '' }, { sizes: '4rem', fill: true })}
                      </span>
                      <span className={styles.name}>{name}</span>
                    </>
                  ),
                },
              ]
            : [],
        ),
    [makers],
  );
  return pins.length > 0 ? (
    <div className={`${page.page} ${styles.place}`}>
      <DrawnMap pins={pins} className={styles.map} pinClassName={styles.pin} />
    </div>
  ) : null;
}
