import type { Experience } from '@oriel/contract';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { formatCompact } from '../../format.ts';
import { beginArchAt, hasTransitions } from '../../ui/arch-transition.ts';
import { CardLink } from '../../ui/card-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isPlainClick } from '../../ui/is-plain-click.ts';
import prose from '../../ui/prose.module.css';
import styles from './experience-card.module.css';
import { CARD_SIZES, ExperienceImage, WIDE_CARD_SIZES } from './experience-image.tsx';
import { propertyLineOf } from './heading.ts';
import { LikeButton } from './like-button.tsx';
import { recordViewFromCard } from './queries.ts';
import { useTurningPicture } from './turning-picture.tsx';

export interface CardOffer {
  /** The line that says what a click does. It must fit one line, so that cards keep their height. */
  line: ReactNode;
  /** What lies over the picture: while the tour is being unlocked, and the question before. */
  cover?: ReactNode;
  /** A mark in the lower corner of the picture. */
  mark?: ReactNode;
  /** Buttons beside the like button. */
  tools?: ReactNode;
  /** While the tour is being unlocked the card ignores clicks. */
  isBusy: boolean;
  /** What a click does; by default it opens the tour. A new tab always shows the tour's page. */
  onOpen: (() => void) | undefined;
}

interface Props {
  experience: Experience;
  offer: CardOffer;
  eager?: boolean;
  /** Two columns of the list wide, and as high as two of its rows. */
  isWide?: boolean;
}

/** A rating of fewer people says too little to be shown. */
const LIKES_FOR_RATING = 50;

/** One experience in a list. The whole card is one link; the like button is above it. */
export function ExperienceCard({ experience, offer, eager = false, isWide = false }: Props) {
  const lineId = useId();
  const { title, mediaType, rating, likeCount } = experience;
  const { line, cover, mark, tools, isBusy, onOpen } = offer;
  const card = useRef<HTMLElement>(null);
  const { picture, handlers } = useTurningPicture(card, experience);
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    if (isBusy || onOpen) event.preventDefault();
    if (isBusy) return;
    if (onOpen) onOpen();
    else {
      recordViewFromCard(experience);
      beginArchAt(card.current?.querySelector('picture'));
    }
  };
  return (
    <article
      ref={card}
      {...handlers}
      className={isWide ? `${styles.card} ${styles.wide}` : styles.card}
      data-experience={experience.id}
      aria-busy={isBusy || undefined}
    >
      <div className={styles.frame}>
        <ExperienceImage
          experience={experience}
          alt=""
          sizes={isWide ? WIDE_CARD_SIZES : CARD_SIZES}
          eager={eager}
        />
        {picture}
        {mediaType === 'photo' && (
          <span className={styles.kind} aria-hidden="true">
            360°
          </span>
        )}
        {mediaType === 'video' && (
          <span className={styles.kind}>
            <Icon name="video" size={16} /> Video
          </span>
        )}
        {mark && <span className={styles.mark}>{mark}</span>}
        <span className={styles.like}>
          {tools}
          <LikeButton experience={experience} name={title} />
        </span>
        {cover}
      </div>
      <div className={styles.text}>
        <h2 className={`${styles.title} ${prose.titleSmall}`}>
          <CardLink
            to={`/experiences/vr/${experience.slug}`}
            state={{ experience }}
            viewTransition={hasTransitions()}
            aria-describedby={lineId}
            data-analytics="open-tour"
            aria-disabled={isBusy || undefined}
            onClick={onClick}
          >
            {title}
          </CardLink>
        </h2>
        <p className={styles.place}>{propertyLineOf(experience) || '\u00a0'}</p>
        {rating !== undefined && likeCount >= LIKES_FOR_RATING && (
          <span className={styles.rating}>
            <Icon name="star" size={15} />
            <span className="visually-hidden">Rated </span>
            {rating.toFixed(1)}
          </span>
        )}
        <p className={styles.meta}>
          {experience.categoryName} · {formatCompact(experience.viewCount)} views
        </p>
        <p id={lineId} className={styles.action}>
          {line}
        </p>
      </div>
    </article>
  );
}

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
