import type { Site } from '@oriel/contract';
import type { MetaDescriptor } from 'react-router';
import { metaDescription } from './meta.ts';

/** Title and description of a page that search engines leave out, and whose address is nobody else's to learn. */
export function privateMeta(site: Site, title: string, description: string): MetaDescriptor[] {
  return [
    { title: `${title} · ${site.name}` },
    { name: 'description', content: metaDescription(description) },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

/** Addresses of such pages may carry secrets, which neither caches nor the files of the page shall learn. */
export function privateHeaders(): HeadersInit {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
}
