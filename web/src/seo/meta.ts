import type { Site } from '@oriel/contract';
import type { MetaDescriptor } from 'react-router';
import type { Graph, Thing, WithContext } from 'schema-dts';

/** Created by the server from the site configuration. */
const SHARE_PICTURE = '/share.jpg';

const SHARE_IMAGES = '/share-images/';
/** Of what is made for link previews; the sizes of tours' covers vary. */
const SHARED_SIZE = [
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
];

/** What a page says about itself to search engines, in the vocabulary of schema.org. */
export type StructuredData = Graph | WithContext<Thing>;

interface PageMeta {
  site: Site;
  origin: string;
  /** The path with the part of the query that distinguishes pages. */
  path: string;
  title: string;
  description: string;
  /** An absolute or rooted URL of an image of 3:2 or wider; the site's own by default. */
  image?: string | undefined;
  /** Structured data; React Router escapes it for a script element. */
  structuredData?: StructuredData;
}

export function pageMeta({
  site,
  origin,
  path,
  title,
  description,
  image,
  structuredData,
}: PageMeta): MetaDescriptor[] {
  const fullTitle = `${title} · ${site.name}`;
  const text = metaDescription(description);
  const url = new URL(path, origin).href;
  return [
    { title: fullTitle },
    { name: 'description', content: text },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: text },
    { property: 'og:url', content: url },
    { property: 'og:image', content: new URL(image ?? SHARE_PICTURE, origin).href },
    ...(image === undefined || image.startsWith(SHARE_IMAGES) ? SHARED_SIZE : []),
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(structuredData ? [{ 'script:ld+json': structuredData }] : []),
  ];
}

/** Truncates a description for the meta tag: at most 155 characters, longer ones 152 and an ellipsis. */
export function metaDescription(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= 155 ? plain : `${plain.slice(0, 152).trimEnd()}...`;
}
