import type { Experience, Site } from '@oriel/contract';
import type {
  CollectionPage,
  CreativeWork,
  ListItem,
  Organization,
  VideoObject,
  WebPage,
  WithContext,
} from 'schema-dts';
import { nameOf } from '../features/catalogue/heading.ts';

export function tourStructuredData(
  experience: Experience,
  url: string,
  origin: string,
): WithContext<CreativeWork | VideoObject> {
  const name = nameOf(experience);
  const { description, categoryName, tags, city, country } = experience;
  return {
    '@context': 'https://schema.org',
    '@type': experience.mediaType === 'video' ? 'VideoObject' : 'CreativeWork',
    name,
    ...(description && { description }),
    url,
    thumbnailUrl: new URL(experience.thumbnail, origin).href,
    uploadDate: experience.createdAt,
    isAccessibleForFree: experience.tokensRequired === 0,
    ...(categoryName && { genre: categoryName }),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    contentLocation: {
      '@type': 'Place',
      name,
      address: {
        '@type': 'PostalAddress',
        ...(city && { addressLocality: city }),
        ...(country && { addressCountry: country }),
      },
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WatchAction' },
      userInteractionCount: experience.viewCount,
    },
  };
}

export function toursStructuredData(name: string, url: string, tours: readonly Experience[], origin: string) {
  const entries = tours.map((tour) => ({
    name: nameOf(tour),
    path: `/experiences/vr/${tour.slug}`,
    image: tour.thumbnail,
  }));
  return listStructuredData(name, url, entries, origin);
}

/** schema.org's description of a page that lists other pages. Paths and images are absolute or rooted. */
export function listStructuredData(
  name: string,
  url: string,
  entries: readonly { name: string; path: string; image?: string }[],
  origin: string,
): WithContext<CollectionPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name,
    url,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: entries.map(
        ({ name, path, image }, index): ListItem => ({
          '@type': 'ListItem',
          position: index + 1,
          url: new URL(path, origin).href,
          name,
          ...(image && { image: new URL(image, origin).href }),
        }),
      ),
    },
  };
}

export function organizationStructuredData(site: Site, origin: string): WithContext<Organization> {
  const email = site.email ?? site.legal.email;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    legalName: site.legal.entity,
    slogan: site.slogan,
    description: site.description,
    url: new URL('/landing', origin).href,
    logo: new URL('/icon-512.png', origin).href,
    email,
    address: site.legal.address,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email,
      url: new URL('/contact', origin).href,
    },
    sameAs: site.social.map(({ url }) => url),
  };
}

export function companyPageStructuredData(
  { title, description }: { title: string; description: string },
  url: string,
  site: Site,
): WithContext<WebPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    description,
    url,
    publisher: { '@type': 'Organization', name: site.name },
  };
}
