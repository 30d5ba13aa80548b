import { Link } from 'react-router';
import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { packagesStructuredData } from '../../seo/offers-structured-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PlainCards } from '../../ui/card-grid.tsx';
import { Hero } from '../../ui/hero.tsx';
import prose from '../../ui/prose.module.css';
import { Section } from '../../ui/section.tsx';
import { LivingPicture } from '../living/living-picture.tsx';
import type { Route } from './+types/page';
import { PackageBuilder } from './builder.tsx';
import { Marquee } from './marquee.tsx';
import { PackageTable } from './package-table.tsx';
import styles from './steps.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { enterprise } = texts;
  return { texts: enterprise, tours: await loadTourImages(api, [enterprise.opening.picture]), site, origin };
}

export { shouldRevalidate } from '../revalidation.ts';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/enterprise', ({ texts, site, origin }, url) =>
    packagesStructuredData(texts, url, site, origin),
  );

export default function EnterprisePage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const { opening, services, steps, packages, builder, quote, clients, partners } = texts;
  const renderImage = imageRenderer(tours);
  return (
    <>
      <Hero
        texts={opening}
        renderImage={(picture, options) => {
          const image = renderImage(picture, options);
          return picture && image && <LivingPicture slug={picture.tour}>{image}</LivingPicture>;
        }}
      >
        <ButtonLink variant="primary" to="#build">
          {builder.heading}
        </ButtonLink>
      </Hero>
      <Section heading={services.heading}>
        <PlainCards columns={3} items={services.items} />
      </Section>
      <Section heading={steps.heading} lead={steps.lead}>
        <ol className={styles.steps}>
          {steps.items.map(({ title, text }, index) => (
            <li key={title} className={styles.step}>
              {/* Hidden, since the list numbers its items for screen readers. */}
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section heading={packages.heading}>
        <PackageTable packages={packages} />
        <p className={prose.note}>
          For a single team, see the <Link to="/pricing">pricing of plans</Link>.
        </p>
      </Section>
      <Section heading={builder.heading} lead={builder.lead} id="build" isSunken>
        <PackageBuilder builder={builder} quote={quote} />
      </Section>
      <Section heading={clients.heading} lead={clients.lead} note={clients.note}>
        <Marquee label={clients.heading} names={clients.items.map(({ name }) => name)} />
      </Section>
      <Section heading={partners.heading} lead={partners.lead} note={partners.note}>
        <Marquee label={partners.heading} names={partners.items.map(({ name }) => name)} isReversed />
      </Section>
    </>
  );
}
