import type { SelectHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';
import styles from './select-field.module.css';

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, options, ...rest }: Props) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <select className={styles.select} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles.arrow}>
        <Icon name="chevronDown" size={16} />
      </span>
    </label>
  );
}
