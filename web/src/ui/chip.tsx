import type { LinkProps } from 'react-router';
import { Link } from 'react-router';
import styles from './chip.module.css';

interface Props extends LinkProps {
  active?: boolean;
}

export function ChipLink({ active = false, ...rest }: Props) {
  return <Link className={styles.chip} aria-current={active ? 'true' : undefined} {...rest} />;
}

export function ChipPlaceholder() {
  return <span className={styles.placeholder} aria-hidden="true" />;
}
