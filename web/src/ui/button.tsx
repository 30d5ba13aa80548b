import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

type Variant = 'primary' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'quiet', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[variant]}`} {...rest} />;
}

export function ButtonLink({ variant = 'quiet', ...rest }: LinkProps & { variant?: Variant }) {
  return <Link className={`${styles.button} ${styles[variant]}`} {...rest} />;
}

type NewTabProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target'> & { variant?: Variant };

/** A link that looks like a button and leaves the page where it is. */
export function NewTabLink({ variant = 'quiet', rel = 'noopener', children, ...rest }: NewTabProps) {
  return (
    <a className={`${styles.button} ${styles[variant]}`} target="_blank" rel={rel} {...rest}>
      {children}
    </a>
  );
}
