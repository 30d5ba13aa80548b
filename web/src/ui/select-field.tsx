import type { ComponentProps } from 'react';
import field from './field.module.css';
import { Icon } from './icon.tsx';
import styles from './select-field.module.css';

interface Props extends ComponentProps<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, options, ...rest }: Props) {
  return (
    <label className={`${field.arrowed} ${styles.field}`}>
      <span className={styles.label}>{label}</span>
      <select className={`${field.control} ${field.select} ${styles.select}`} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={16} />
    </label>
  );
}
