import { type ComponentProps, useId } from 'react';
import styles from './panel-section.module.css';

/** A part of the settings, below a line. */
export function PanelSection({
  title,
  className = '',
  children,
  ...rest
}: ComponentProps<'section'> & { title: string }) {
  const headingId = useId();
  return (
    <section className={`${styles.section} ${className}`} aria-labelledby={headingId} {...rest}>
      <h3 id={headingId}>{title}</h3>
      {children}
    </section>
  );
}
