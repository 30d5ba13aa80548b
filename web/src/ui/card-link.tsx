import { Link, type LinkProps } from 'react-router';
import styles from './card-link.module.css';

/**
 * The link of a card: its text is the card's name, its click target and focus ring are the whole card. The
 * card must be positioned; its other controls need a `z-index` of 2.
 */
export function CardLink(props: Omit<LinkProps, 'className'>) {
  return <Link prefetch="intent" {...props} className={styles.link} />;
}
