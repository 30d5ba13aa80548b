import type { CommunityPage } from '@oriel/contract';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import { Section } from '../../ui/section.tsx';
import profileLink from './profile-link.module.css';
import styles from './reviews.module.css';

const MOST_STARS = 5;

interface Props extends Pick<CommunityPage, 'reviews'> {
  linkLabel: string;
}

export function Reviews({ reviews: { heading, lead, note, sample, items }, linkLabel }: Props) {
  return (
    <Section heading={heading} lead={lead} note={sample ? note : undefined} isSunken>
      <ul className={styles.reviews}>
        {items.map(({ name, role, rating, text, url }) => (
          <li key={url} className={styles.review}>
            <Stars rating={rating} />
            <blockquote className={styles.text}>{text}</blockquote>
            <p className={styles.author}>
              <b>{name}</b>
              <span className={prose.soft}>{role}</span>
            </p>
            <a className={profileLink.link} href={url} target="_blank" rel="noopener noreferrer">
              {linkLabel}
              <span className="visually-hidden"> by {name}, opens in a new tab</span>{' '}
              <Icon name="external" size={16} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className={styles.stars}>
      <span className="visually-hidden">
        Rated {rating} of {MOST_STARS}
      </span>
      {Array.from({ length: MOST_STARS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a star is nothing but its place.
        <span key={index} className={styles.star} data-filled={index < rating}>
          <Icon name="star" size={18} />
        </span>
      ))}
    </p>
  );
}
