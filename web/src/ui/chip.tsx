import type { LinkProps } from 'react-router';
import { Link } from 'react-router';
import styles from './chip.module.css';

interface Props extends LinkProps {
  /** Whether it is selected. */
  active?: boolean;
}

/** One of several short choices, each with its own URL. */
export function ChipLink({ active = false, ...rest }: Props) {
  return <Link className={styles.chip} aria-current={active ? 'true' : undefined} {...rest} />;
}

/** Takes the place of a chip while the choices load. */
export function ChipPlaceholder() {
  return <span className={styles.placeholder} aria-hidden="true" />;
}
