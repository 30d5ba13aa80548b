import type { Experience } from '@oriel/contract';

/** The heading of a tour's page: its property's name where there is one. Cards are headed by the title. */
export function nameOf({ propertyName, title }: Pick<Experience, 'propertyName' | 'title'>): string {
  return propertyName ?? title;
}

/** The line below a card's title: "Casa Marelua · Zambujeira, Portugal". */
export function propertyLineOf(experience: Pick<Experience, 'propertyName' | 'city' | 'country'>): string {
  return [experience.propertyName, placeOf(experience)].filter(Boolean).join(' · ');
}

/** The line below the heading of a tour's page: "The west suite · Zambujeira, Portugal". */
export function titleLineOf({
  propertyName,
  title,
  ...place
}: Pick<Experience, 'propertyName' | 'title' | 'city' | 'country'>): string {
  return [propertyName && title, placeOf(place)].filter(Boolean).join(' · ');
}

/** "Lisbon, Portugal", or the known part of it. */
export function placeOf({ city, country }: Pick<Experience, 'city' | 'country'>): string | undefined {
  return [city, country].filter(Boolean).join(', ') || undefined;
}
