import type { Experience } from '@oriel/contract';
import { CardLink } from '../../ui/card-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { guestCardState } from './access.ts';
import styles from './card.module.css';
import { shortCount, tokenAmount } from './format.ts';
import { nameOf, placeOf } from './heading.ts';
import { LikeButton } from './like-button.tsx';
import { ExperiencePicture } from './picture.tsx';
import { recordViewFromCard } from './queries.ts';

const SIZES = '(min-width: 80rem) 20rem, (min-width: 62rem) 30vw, (min-width: 38rem) 45vw, 92vw';

interface Props {
  experience: Experience;
  /** Whether its picture is the first large one of the page. */
  eager?: boolean;
}

/** One place in a list. The whole card is one link; the like button lies above it. */
export function ExperienceCard({ experience, eager = false }: Props) {
  const name = nameOf(experience);
  const place = placeOf(experience) ?? experience.categoryName;
  const state = guestCardState(experience);
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <ExperiencePicture experience={experience} alt="" sizes={SIZES} eager={eager} />
        {experience.mediaType === 'video' && (
          <span className={styles.kind}>
            <Icon name="video" size={16} /> Video
          </span>
        )}
        <span className={styles.like}>
          <LikeButton experience={experience} name={name} />
        </span>
      </div>
      <div className={styles.text}>
        <h2 className={styles.title}>
          <CardLink
            to={`/experiences/vr/${experience.slug}`}
            state={{ experience }}
            onClick={(event) => recordViewFromCard(experience, event)}
          >
            {name}
          </CardLink>
        </h2>
        {experience.rating !== undefined && (
          <span className={styles.rating}>
            <Icon name="star" size={15} />
            <span className="visually-hidden">Rated </span>
            {experience.rating.toFixed(1)}
          </span>
        )}
        <p className={styles.place}>{place}</p>
        <p className={styles.meta}>
          {experience.categoryName} · {shortCount(experience.viewCount)} views
        </p>
        <p className={styles.action}>
          {state === 'watchable' ? (
            experience.buttonTitle
          ) : (
            <>
              <Icon name="lock" size={16} /> <span>Login to view</span>
              <span className={styles.price}>{tokenAmount(experience.tokensRequired)}</span>
            </>
          )}
        </p>
      </div>
    </article>
  );
}

/** Stands in the place of a card while the list loads. */
export function ExperienceCardPlaceholder() {
  return (
    <div className={styles.placeholder} aria-hidden="true">
      <span className={styles.placeholderPicture} />
      <div className={styles.placeholderText}>
        <span className={styles.placeholderLine} />
        <span className={styles.placeholderLineShort} />
      </div>
    </div>
  );
}
