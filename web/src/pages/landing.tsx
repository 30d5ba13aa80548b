import { pageContext } from '../context.ts';
import { About } from '../features/company/home/about.tsx';
import { Hero } from '../features/company/home/hero.tsx';
import { InAction } from '../features/company/home/in-action.tsx';
import { Invitations } from '../features/company/home/invitations.tsx';
import { Services } from '../features/company/home/services.tsx';
import { Sustainability } from '../features/company/home/sustainability.tsx';
import { Why } from '../features/company/home/why.tsx';
import type { Route } from './+types/landing';
import { loadPictures, pictureMaker } from './company-pictures.tsx';
import { pageMeta } from './meta.ts';
import { revalidatesForNewPath } from './shelves-data.ts';
import { organizationStructuredData } from './structured-data.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { home } = texts;
  const tours = await loadPictures(api, [
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
  const pictureOf = pictureMaker(tours);
  return (
    <>
      <Hero hero={texts.hero} pictureOf={pictureOf} />
      <About about={texts.about} features={texts.features} />
      <InAction inAction={texts.inAction} pictureOf={pictureOf} />
      <Why why={texts.why} />
      <Services services={texts.services} pictureOf={pictureOf} />
      <Sustainability sustainability={texts.sustainability} pictureOf={pictureOf} />
      <Invitations explore={texts.explore} learning={texts.learning} />
    </>
  );
}
