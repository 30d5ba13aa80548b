import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { companyPageStructuredData } from '../../seo/structured-data.ts';
import { Hero } from '../../ui/hero.tsx';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/page';
import { Apply, Values } from './sections.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { careers } = texts;
  return { texts: careers, tours: await loadTourImages(api, [careers.opening.picture]), site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/careers', ({ texts, site }, url) => companyPageStructuredData(texts, url, site));

/** What it is like to work here. */
export default function CareersPage({ loaderData: { texts, tours, site } }: Route.ComponentProps) {
  return (
    <>
      <Hero texts={texts.opening} renderImage={imageRenderer(tours)} />
      <Values values={texts.values} />
      <Apply apply={texts.apply} email={site.email ?? site.legal.email} />
    </>
  );
}
