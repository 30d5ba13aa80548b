import { Link, type LinkProps } from 'react-router';
import styles from './card-link.module.css';

/**
 * The one link of a card: its words are the card's name, its target is the whole card, and so is its focus ring. The
 * card must be positioned; controls of its own lie above with a `z-index` of 2.
 */
export function CardLink(props: Omit<LinkProps, 'className'>) {
  return <Link prefetch="intent" {...props} className={styles.link} />;
}
