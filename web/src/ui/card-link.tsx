import { Link, type LinkProps } from 'react-router';
import styles from './card-link.module.css';

/** Its click target and focus ring are the whole card, which must be positioned; other controls need a `z-index` of 2. */
export function CardLink(props: Omit<LinkProps, 'className'>) {
  return <Link prefetch="intent" {...props} className={styles.link} />;
}
