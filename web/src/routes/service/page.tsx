import type { ServicePage as Texts } from '@oriel/contract';
import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { companyPageStructuredData } from '../../seo/structured-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Hero } from '../../ui/hero.tsx';
import page from '../../ui/page.module.css';
import { Points } from '../../ui/points.tsx';
import prose from '../../ui/prose.module.css';
import type { RenderImage } from '../../ui/render-image.ts';
import { Section } from '../../ui/section.tsx';
import split from '../../ui/split.module.css';
import stack from '../../ui/stack.module.css';
import type { Route } from './+types/page';
import { LightSlider } from './light-slider.tsx';
import styles from './page.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { service } = texts;
  const pictures = [service.opening.picture, ...service.sections.map(({ picture }) => picture)];
  return { texts: service, tours: await loadTourImages(api, pictures), site, origin };
}

export { shouldRevalidate } from '../revalidation.ts';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/service', ({ texts, site }, url) => companyPageStructuredData(texts, url, site));

export default function ServicePage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const renderImage = imageRenderer(tours);
  return (
    <>
      <Hero texts={texts.opening} renderImage={renderImage} />
      {texts.lights && <Lights lights={texts.lights} />}
      <Offers sections={texts.sections} renderImage={renderImage} />
      <Claims honesty={texts.honesty} />
      <NextSteps next={texts.next} />
    </>
  );
}

const SIZES = '(min-width: 90rem) 44rem, (min-width: 62rem) 52vw, 92vw';

interface OffersProps extends Pick<Texts, 'sections'> {
  renderImage: RenderImage;
}

function Offers({ sections, renderImage }: OffersProps) {
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

function Lights({ lights: { heading, text, ...slider } }: { lights: NonNullable<Texts['lights']> }) {
  return (
    <Section heading={heading} lead={text}>
      <LightSlider {...slider} />
    </Section>
  );
}

function Claims({ honesty: { heading, text } }: Pick<Texts, 'honesty'>) {
  return (
    <Section heading={heading} isBeside isSunken>
      <p className={styles.disclaimer}>{text}</p>
    </Section>
  );
}

function NextSteps({ next: { heading, text, links } }: Pick<Texts, 'next'>) {
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
