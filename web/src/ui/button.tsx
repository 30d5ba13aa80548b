import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

type Look = 'primary' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with a text. */
export function Button({ look = 'quiet', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[look]}`} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'quiet', ...rest }: LinkProps & { look?: Look }) {
  return <Link className={`${styles.button} ${styles[look]}`} {...rest} />;
}
