import type { Experience } from '@oriel/contract';
import { Link } from 'react-router';
import { ExperienceImage } from './experience-image.tsx';
import styles from './featured-experience.module.css';
import { nameOf, placeOf } from './heading.ts';
import { isPlainClick, recordViewFromCard } from './queries.ts';

const SIZES = '(min-width: 100rem) 52rem, (min-width: 62rem) 56vw, 92vw';

export function FeaturedExperience({ experience }: { experience: Experience }) {
  const name = nameOf(experience);
  const place = placeOf(experience) ?? experience.categoryName;
  return (
    <Link
      className={styles.featured}
      prefetch="intent"
      to={`/experiences/vr/${experience.slug}`}
      state={{ experience }}
      onClick={(event) => isPlainClick(event) && recordViewFromCard(experience)}
    >
      <ExperienceImage experience={experience} alt="" sizes={SIZES} eager fill />
      <span className={styles.caption}>
        <span className={styles.name}>{name}</span>
        <span className={styles.place}>{place}</span>
        <span className={styles.action}>{experience.buttonTitle}</span>
      </span>
    </Link>
  );
}
