import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { pageMeta } from '../../seo/meta.ts';
import { organizationStructuredData } from '../../seo/structured-data.ts';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/page';
import { About } from './about.tsx';
import { Hero } from './hero.tsx';
import { InAction } from './in-action.tsx';
import { Invitations } from './invitations.tsx';
import { Services } from './services.tsx';
import { Sustainability } from './sustainability.tsx';
import { Why } from './why.tsx';

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

export const shouldRevalidate = revalidatesForNewPath;

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

/** The home page of the company. */
export default function LandingPage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const renderImage = imageRenderer(tours);
  return (
    <>
      <Hero hero={texts.hero} renderImage={renderImage} />
      <About about={texts.about} features={texts.features} />
      <InAction inAction={texts.inAction} renderImage={renderImage} />
      <Why why={texts.why} />
      <Services services={texts.services} renderImage={renderImage} />
      <Sustainability sustainability={texts.sustainability} renderImage={renderImage} />
      <Invitations explore={texts.explore} learning={texts.learning} />
    </>
  );
}
