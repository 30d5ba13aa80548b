import type { Experience } from '@oriel/contract';

/** The tour's display name: its property's name where there is one. */
export function nameOf({ propertyName, title }: Pick<Experience, 'propertyName' | 'title'>): string {
  return propertyName ?? title;
}

/** "Lisbon, Portugal", or the known part of it. */
export function placeOf({ city, country }: Pick<Experience, 'city' | 'country'>): string | undefined {
  return [city, country].filter(Boolean).join(', ') || undefined;
}
