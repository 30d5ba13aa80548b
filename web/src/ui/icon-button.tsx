import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** The button's label for screen readers, and its tooltip. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A round button of 44 px with an icon. */
export function IconButton({ icon, label, ref, ...rest }: Props) {
  return (
    <button ref={ref} type="button" className={styles.button} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
