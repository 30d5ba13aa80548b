import type { Picture, Site } from '@oriel/contract';
import type { MetaDescriptor } from 'react-router';
import type { TourImages } from '../features/catalogue/tour-images.tsx';
import { pageMeta, type StructuredData } from './meta.ts';

interface CompanyPage {
  texts: { title: string; description: string; opening: { picture?: Picture | undefined } };
  tours: TourImages;
  site: Site;
  origin: string;
}

/** The meta tags of an information page. @param describe returns its structured data, given its absolute URL */
export function companyMeta<D extends CompanyPage>(
  data: D | undefined,
  path: string,
  describe: (data: D, url: string) => StructuredData,
): MetaDescriptor[] {
  if (!data) return [];
  const { texts, tours, site, origin } = data;
  return pageMeta({
    site,
    origin,
    path,
    title: texts.title,
    description: texts.description,
    image: tours[texts.opening.picture?.tour ?? '']?.thumbnail,
    structuredData: describe(data, new URL(path, origin).href),
  });
}
