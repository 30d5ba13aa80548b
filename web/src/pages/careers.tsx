import { pageContext } from '../context.ts';
import { Apply, Values } from '../features/company/careers.tsx';
import { Opening } from '../features/company/parts/opening.tsx';
import type { Route } from './+types/careers';
import { loadPictures, pictureMaker } from './company-pictures.tsx';
import { pageMeta } from './meta.ts';
import { revalidatesForNewPath } from './shelves-data.ts';
import { companyPageStructuredData } from './structured-data.ts';

const PATH = '/careers';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const { careers } = texts;
  return { texts: careers, tours: await loadPictures(api, [careers.opening.picture]), site, origin };
}

export const shouldRevalidate = revalidatesForNewPath;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { texts, tours, site, origin } = loaderData;
  return pageMeta({
    site,
    origin,
    path: PATH,
    title: texts.title,
    description: texts.description,
    image: tours[texts.opening.picture?.tour ?? '']?.thumbnail,
    structuredData: companyPageStructuredData(texts, new URL(PATH, origin).href, site),
  });
}

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
