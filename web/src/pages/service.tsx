import { pageContext } from '../context.ts';
import { Opening } from '../features/company/parts/opening.tsx';
import { Claims, NextSteps, Offers } from '../features/company/service.tsx';
import type { Route } from './+types/service';
import { companyMeta } from './company-meta.ts';
import { loadPictures, pictureMaker } from './company-pictures.tsx';
import { revalidatesForNewPath } from './shelves-data.ts';
import { companyPageStructuredData } from './structured-data.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { service } = texts;
  const pictures = [service.opening.picture, ...service.sections.map(({ picture }) => picture)];
  return { texts: service, tours: await loadPictures(api, pictures), site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/service', ({ texts, site }, url) => companyPageStructuredData(texts, url, site));

/** Sustainable tourism, and what the company does for places of other kinds. */
export default function ServicePage({ loaderData: { texts, tours } }: Route.ComponentProps) {
  const pictureOf = pictureMaker(tours);
  return (
    <>
      <Opening opening={texts.opening} pictureOf={pictureOf} />
      <Offers sections={texts.sections} pictureOf={pictureOf} />
      <Claims honesty={texts.honesty} />
      <NextSteps next={texts.next} />
    </>
  );
}
