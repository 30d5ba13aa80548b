import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The visits of history entries, where these differ from their own keys. */
const visits = new Map<string, string>();

interface PageUrl {
  pathname: string;
  search: string;
}

export function differOnlyInSettings(one: PageUrl, other: PageUrl): boolean {
  if (one.pathname !== other.pathname || one.search === other.search) return false;
  const [first = '', second = ''] = [one, other].map(({ search }) => {
    const query = new URLSearchParams(search);
    query.delete('settings');
    return query.toString();
  });
  return first === second;
}

/** The key of the page's history entry. Opening and closing the settings is no new visit: the list stays as it is. */
export function useVisit(): string {
  const location = useLocation();
  const [last, setLast] = useState(() => ({ location, visit: visits.get(location.key) ?? location.key }));
  let { visit } = last;
  if (last.location.key !== location.key) {
    visit = differOnlyInSettings(last.location, location)
      ? last.visit
      : (visits.get(location.key) ?? location.key);
    setLast({ location, visit });
  }
  useEffect(() => {
    if (visit !== location.key) visits.set(location.key, visit);
  }, [location.key, visit]);
  return visit;
}
