import type { PlaceCard } from '@oriel/contract';
import { Link } from 'react-router';
import { ExperienceImage } from '../../../features/catalogue/experience-image.tsx';
import { propertyLineOf } from '../../../features/catalogue/heading.ts';
import { formatTokens } from '../../../format.ts';
import styles from './place-sheet.module.css';

const SIZES = '(min-width: 64rem) 16rem, 12rem';

export function SimilarPlaces({ places }: { places: readonly PlaceCard[] }) {
  return (
    <ul className={styles.places}>
      {places.map((place) => (
        <li key={place.id}>
          <Link to={`/experiences/vr/${place.slug}`} className={styles.place} data-analytics="similar-tour">
            <ExperienceImage experience={place} alt="" sizes={SIZES} />
            <span className={styles.placeTitle}>{place.title}</span>
            <span className={styles.placeLine}>{propertyLineOf(place)}</span>
            <span className={styles.placeLine}>
              {place.tokensRequired > 0 ? formatTokens(place.tokensRequired) : 'Free'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
