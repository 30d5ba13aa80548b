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

/** schema.org's description of one tour: a work that one can view, about a place. */
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

/** schema.org's description of a page that lists tours. */
export function toursStructuredData(
  name: string,
  url: string,
  tours: readonly Experience[],
  origin: string,
): WithContext<CollectionPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name,
    url,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: tours.map(
        (tour, index): ListItem => ({
          '@type': 'ListItem',
          position: index + 1,
          url: new URL(`/experiences/vr/${tour.slug}`, origin).href,
          name: nameOf(tour),
          image: new URL(tour.thumbnail, origin).href,
        }),
      ),
    },
  };
}

/** schema.org's description of a page that lists categories, or the parts of one. */
export function categoriesStructuredData(
  name: string,
  url: string,
  entries: readonly { name: string; path: string }[],
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
        (entry, index): ListItem => ({
          '@type': 'ListItem',
          position: index + 1,
          url: new URL(entry.path, origin).href,
          name: entry.name,
        }),
      ),
    },
  };
}

/** schema.org's description of the company. */
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

/** schema.org's description of a page of the company that says something about it. */
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
