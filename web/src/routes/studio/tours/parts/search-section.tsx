import { metaDescription } from '../../../../seo/meta.ts';
import { useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { UNTITLED } from '../words.ts';
import { addressOf } from './address-section.tsx';
import { TourSection } from './tour-section.tsx';

/** How a tour looks in the results of a search. */
export function SearchSection() {
  const { title, propertyName, description, slug } = useTourWork().snapshot.draft;
  return (
    <TourSection
      title="Search engines"
      lead="They show the name, and the first 155 characters of the description."
    >
      <figure className={styles.result}>
        <figcaption>In the results of a search</figcaption>
        <p className={styles.resultAddress}>{addressOf(slug || '…')}</p>
        <p className={styles.resultTitle}>{propertyName.trim() || title || UNTITLED}</p>
        <p>{metaDescription(description)}</p>
      </figure>
    </TourSection>
  );
}
