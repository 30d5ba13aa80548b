import type { CareersPage } from '@oriel/contract';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import { Section } from '../../ui/section.tsx';
import styles from './diary.module.css';

const SIZES = '(min-width: 62rem) 20vw, 8rem';

interface Props {
  diary: NonNullable<CareersPage['diary']>;
  renderImage: RenderImage;
}

/** A day of work, hour by hour: arches along a line, down the page on phones. */
export function Diary({ diary: { heading, lead, entries }, renderImage }: Props) {
  return (
    <Section heading={heading} lead={lead}>
      <ol className={styles.day}>
        {entries.map(({ time, title, text, picture }) => (
          <li key={time} className={styles.entry}>
            <span className={styles.arch}>{renderImage(picture, { sizes: SIZES, fill: true })}</span>
            <div className={styles.words}>
              <time className={styles.time} dateTime={time}>
                {time}
              </time>
              <h3>{title}</h3>
              <p className={prose.soft}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
