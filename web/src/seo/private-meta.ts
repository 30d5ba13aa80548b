import type { Site } from '@oriel/contract';
import type { MetaDescriptor } from 'react-router';
import { metaDescription } from './meta.ts';

/** Title and description of a page that is not indexed, and whose URL must not leak. */
export function privateMeta(site: Site | undefined, title: string, description: string): MetaDescriptor[] {
  if (!site) return [];
  return [
    { title: `${title} · ${site.name}` },
    { name: 'description', content: metaDescription(description) },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

/** URLs of such pages may contain secrets, which must not reach caches or other servers. */
export function privateHeaders(): HeadersInit {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
}
