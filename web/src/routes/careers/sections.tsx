import type { CareersPage } from '@oriel/contract';
import { WithMailLinks } from '../../ui/mail-links.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './sections.module.css';

/** What the people of the company hold each other to. */
export function Values({ values: { heading, items } }: Pick<CareersPage, 'values'>) {
  return (
    <Section heading={heading}>
      <ol className={styles.values}>
        {items.map(({ title, text }) => (
          <li key={title} className={styles.value}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface ApplyProps extends Pick<CareersPage, 'apply'> {
  email: string;
}

/** Where letters go. */
export function Apply({ apply: { heading, text }, email }: ApplyProps) {
  return (
    <Section heading={heading} isBeside isSunken>
      <p className={styles.apply}>
        <WithMailLinks text={text} addresses={[email]} />
      </p>
    </Section>
  );
}
