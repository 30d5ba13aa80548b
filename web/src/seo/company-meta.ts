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

/**
 * The head of a page of the company; the picture that opens it is the one for shared links.
 *
 * @param data what its loader gave; undefined where that failed
 * @param path its address, rooted
 * @param describe its structured data, by its absolute address
 */
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
