import { pageContext } from '../context.ts';
import { PackageBuilder } from '../features/company/enterprise/builder.tsx';
import { Marquee } from '../features/company/enterprise/marquee.tsx';
import { PackageTable } from '../features/company/enterprise/package-table.tsx';
import { Steps } from '../features/company/enterprise/steps.tsx';
import { CardGrid, PlainCard } from '../features/company/parts/card-grid.tsx';
import { Opening } from '../features/company/parts/opening.tsx';
import { Section } from '../features/company/parts/section.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Route } from './+types/enterprise';
import { companyMeta } from './company-meta.ts';
import { loadPictures, pictureMaker } from './company-pictures.tsx';
import { packagesStructuredData } from './offers-structured-data.ts';
import { revalidatesForNewPath } from './shelves-data.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { enterprise } = texts;
  return { texts: enterprise, tours: await loadPictures(api, [enterprise.opening.picture]), site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/enterprise', ({ texts, site, origin }, url) =>
    packagesStructuredData(texts, url, site, origin),
  );

/** What the company does for other companies, how it goes, and what it costs. */
export default function EnterprisePage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const { opening, services, steps, packages, builder, quote, clients, partners } = texts;
  return (
    <>
      <Opening opening={opening} pictureOf={pictureMaker(tours)}>
        <ButtonLink look="primary" to="#build">
          {builder.heading}
        </ButtonLink>
      </Opening>
      <Section heading={services.heading}>
        <CardGrid columns={3}>
          {services.items.map((service) => (
            <PlainCard key={service.title} {...service} />
          ))}
        </CardGrid>
      </Section>
      <Section heading={steps.heading} lead={steps.lead}>
        <Steps items={steps.items} />
      </Section>
      <Section heading={packages.heading}>
        <PackageTable packages={packages} />
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
