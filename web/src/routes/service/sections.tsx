import type { ServicePage } from '@oriel/contract';
import { ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Points } from '../../ui/points.tsx';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import { Section } from '../../ui/section.tsx';
import split from '../../ui/split.module.css';
import stack from '../../ui/stack.module.css';
import styles from './sections.module.css';

const SIZES = '(min-width: 90rem) 44rem, (min-width: 62rem) 52vw, 92vw';

interface OffersProps extends Pick<ServicePage, 'sections'> {
  renderImage: RenderImage;
}

/** The company's services, with images on alternating sides. */
export function Offers({ sections, renderImage }: OffersProps) {
  return (
    <div className={`${page.page} ${page.section} ${styles.offers}`}>
      {sections.map(({ heading, text, points, picture }, index) => {
        const image = renderImage(picture, { sizes: SIZES, fill: true });
        const headingId = `offer-${index}`;
        return (
          <section
            key={heading}
            aria-labelledby={headingId}
            className={
              image ? `${styles.offer} ${index % 2 === 0 ? split.wideFirst : split.wideSecond}` : undefined
            }
          >
            {image && <div className={`${split.image} ${styles.picture}`}>{image}</div>}
            <div className={split.text}>
              <h2 id={headingId} className={styles.heading}>
                {heading}
              </h2>
              <p className={prose.lead}>{text}</p>
              {points && <Points points={points} />}
            </div>
          </section>
        );
      })}
    </div>
  );
}

/** What the company does not claim. */
export function Claims({ honesty: { heading, text } }: Pick<ServicePage, 'honesty'>) {
  return (
    <Section heading={heading} isBeside isSunken>
      <p className={styles.disclaimer}>{text}</p>
    </Section>
  );
}

/** Links to further pages. */
export function NextSteps({ next: { heading, text, links } }: Pick<ServicePage, 'next'>) {
  return (
    <Section heading={heading} lead={text}>
      <p className={stack.actions}>
        {links.map(({ label, to }, index) => (
          <ButtonLink key={to} variant={index === 0 ? 'primary' : 'quiet'} to={to}>
            {label}
          </ButtonLink>
        ))}
      </p>
    </Section>
  );
}
