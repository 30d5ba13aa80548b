import type { CareersPage } from '@oriel/contract';
import { WithMailLinks } from '../../ui/mail-links.tsx';
import prose from '../../ui/prose.module.css';
import { Section } from '../../ui/section.tsx';
import split from '../../ui/split.module.css';
import styles from './sections.module.css';

/** The company's values. */
export function Values({ values: { heading, items } }: Pick<CareersPage, 'values'>) {
  return (
    <Section heading={heading}>
      <ol>
        {items.map(({ title, text }) => (
          <li key={title} className={`${split.wideSecond} ${styles.value}`}>
            <h3 className={styles.title}>{title}</h3>
            <p className={prose.lead}>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface ApplyProps extends Pick<CareersPage, 'apply'> {
  email: string;
}

/** How to apply. */
export function Apply({ apply: { heading, text }, email }: ApplyProps) {
  return (
    <Section heading={heading} isBeside isSunken>
      <p className={styles.apply}>
        <WithMailLinks text={text} addresses={[email]} />
      </p>
    </Section>
  );
}
