import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { pageMeta } from '../../seo/meta.ts';
import { organizationStructuredData } from '../../seo/structured-data.ts';
import { PlainCards } from '../../ui/card-grid.tsx';
import { Section } from '../../ui/section.tsx';
import type { Route } from './+types/page';
import { About } from './about.tsx';
import { Hero } from './hero.tsx';
import { InAction } from './in-action.tsx';
import { Invitations } from './invitations.tsx';
import { Services } from './services.tsx';
import { Sustainability } from './sustainability.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { home } = texts;
  const tours = await loadTourImages(api, [
    home.hero.picture,
    ...home.inAction.cards.map(({ picture }) => picture),
    ...home.services.cards.map(({ picture }) => picture),
    home.sustainability.picture,
  ]);
  return { texts: home, tours, site, origin };
}

export { shouldRevalidate } from '../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { texts, tours, site, origin } = loaderData;
  return pageMeta({
    site,
    origin,
    path: '/landing',
    title: texts.title,
    description: texts.description,
    image: tours[texts.hero.picture.tour]?.thumbnail,
    structuredData: organizationStructuredData(site, origin),
  });
}

export default function LandingPage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const renderImage = imageRenderer(tours);
  return (
    <>
      <Hero hero={texts.hero} renderImage={renderImage} />
      <About about={texts.about} features={texts.features} />
      <InAction inAction={texts.inAction} renderImage={renderImage} />
      <Section heading={texts.why.heading} isSunken isBeside>
        <PlainCards columns={2} items={texts.why.items} />
      </Section>
      <Services services={texts.services} renderImage={renderImage} />
      <Sustainability sustainability={texts.sustainability} renderImage={renderImage} />
      <Invitations explore={texts.explore} learning={texts.learning} />
    </>
  );
}
