import { pageContext } from '../../context.ts';
import { imageRenderer, loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { companyMeta } from '../../seo/company-meta.ts';
import { companyPageStructuredData } from '../../seo/structured-data.ts';
import { Hero } from '../../ui/hero.tsx';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/page';
import { Claims, NextSteps, Offers } from './sections.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { service } = texts;
  const pictures = [service.opening.picture, ...service.sections.map(({ picture }) => picture)];
  return { texts: service, tours: await loadTourImages(api, pictures), site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/service', ({ texts, site }, url) => companyPageStructuredData(texts, url, site));

/** Sustainable tourism and the company's services. */
export default function ServicePage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const renderImage = imageRenderer(tours);
  return (
    <>
      <Hero texts={texts.opening} renderImage={renderImage} />
      <Offers sections={texts.sections} renderImage={renderImage} />
      <Claims honesty={texts.honesty} />
      <NextSteps next={texts.next} />
    </>
  );
}
