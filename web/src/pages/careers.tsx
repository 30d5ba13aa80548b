import { pageContext } from '../context.ts';
import { Apply, Values } from '../features/company/careers.tsx';
import { Opening } from '../features/company/parts/opening.tsx';
import type { Route } from './+types/careers';
import { companyMeta } from './company-meta.ts';
import { loadPictures, pictureMaker } from './company-pictures.tsx';
import { revalidatesForNewPath } from './shelves-data.ts';
import { companyPageStructuredData } from './structured-data.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { careers } = texts;
  return { texts: careers, tours: await loadPictures(api, [careers.opening.picture]), site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  companyMeta(loaderData, '/careers', ({ texts, site }, url) => companyPageStructuredData(texts, url, site));

/** What it is like to work here. */
export default function CareersPage({ loaderData: { texts, tours, site } }: Route.ComponentProps) {
  return (
    <>
      <Opening opening={texts.opening} pictureOf={pictureMaker(tours)} />
      <Values values={texts.values} />
      <Apply apply={texts.apply} email={site.email ?? site.legal.email} />
    </>
  );
}
