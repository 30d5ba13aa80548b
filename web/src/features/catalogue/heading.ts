import type { Experience } from '@oriel/contract';

/** What a tour is called: its place, where that has a name of its own. */
export function nameOf({ propertyName, title }: Pick<Experience, 'propertyName' | 'title'>): string {
  return propertyName ?? title;
}

/** "Lisbon, Portugal", or what is known of it; undefined when nothing is. */
export function placeOf({ city, country }: Pick<Experience, 'city' | 'country'>): string | undefined {
  return [city, country].filter(Boolean).join(', ') || undefined;
}
