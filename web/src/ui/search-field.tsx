import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './search-field.module.css';

interface Props extends ComponentProps<'input'> {
  /** The field's label for screen readers; the placeholder is only a hint. */
  label: string;
}

export function SearchField({ label, ...rest }: Props) {
  return (
    <div className={styles.field}>
      <input type="search" className={styles.input} aria-label={label} autoComplete="off" {...rest} />
      <button type="submit" className={styles.submit} aria-label="Search">
        <Icon name="search" />
      </button>
    </div>
  );
}
