import type { LegalPage } from '@oriel/contract';
import type { MetaDescriptor } from 'react-router';
import type { PageContext } from '../context.ts';
import { loadTourImages } from '../features/catalogue/tour-images.tsx';
import { pageMeta } from './meta.ts';
import { companyPageStructuredData } from './structured-data.ts';

type Name = 'terms' | 'privacy' | 'cookies' | 'cache';

/** Loads a legal page. */
export async function loadLegalPage<N extends Name>({ api, site, origin, texts }: PageContext, name: N) {
  const { picture } = texts.home.hero;
  const tours = await loadTourImages(api, [picture]);
  return { name, page: texts[name], site, origin, image: tours[picture.tour]?.thumbnail };
}

/** The meta tags of a legal page. */
export function legalMeta(
  data:
    | (Omit<Awaited<ReturnType<typeof loadLegalPage>>, 'page'> & {
        page: Pick<LegalPage, 'title' | 'description'>;
      })
    | undefined,
): MetaDescriptor[] {
  if (!data) return [];
  const { name, page, site, origin, image } = data;
  const path = `/${name}`;
  return pageMeta({
    site,
    origin,
    path,
    title: page.title,
    description: page.description,
    image,
    structuredData: companyPageStructuredData(page, new URL(path, origin).href, site),
  });
}
