import { localStore } from '../../storage.ts';

const KEY = 'oriel-searches';
const MAX_SEARCHES = 5;

/** What was searched in this browser, the latest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((text): text is string => typeof text === 'string').slice(0, MAX_SEARCHES)
      : [];
  } catch {
    return [];
  }
}

export function rememberSearch(text: string): void {
  const search = text.trim();
  if (search === '') return;
  const others = recentSearches().filter((other) => other.toLowerCase() !== search.toLowerCase());
  localStore.setItem(KEY, JSON.stringify([search, ...others].slice(0, MAX_SEARCHES)));
}
