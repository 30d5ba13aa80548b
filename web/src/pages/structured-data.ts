import type { Experience } from '@oriel/contract';

/** schema.org's description of one tour: a work that one can view, about a place. */
export function tourStructuredData(experience: Experience, url: string, origin: string): Record<string, unknown> {
  const name = experience.propertyName ?? experience.title;
  return {
    '@context': 'https://schema.org',
    '@type': experience.mediaType === 'video' ? 'VideoObject' : 'CreativeWork',
    name,
    description: experience.description,
    url,
    thumbnailUrl: new URL(experience.thumbnail, origin).href,
    uploadDate: experience.createdAt,
    isAccessibleForFree: experience.tokensRequired === 0,
    genre: experience.categoryName,
    keywords: experience.tags.join(', '),
    contentLocation: {
      '@type': 'Place',
      name,
      address: { '@type': 'PostalAddress', addressLocality: experience.city, addressCountry: experience.country },
    },
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/WatchAction',
      userInteractionCount: experience.viewCount,
    },
  };
}
