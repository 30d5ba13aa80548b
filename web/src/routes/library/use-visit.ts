import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The visits that entries of the history belong to, where that is not their own key. */
const visits = new Map<string, string>();

/** An address, with and without what only lies over the page. */
interface PageUrl {
  pathname: string;
  search: string;
}

/** Whether two addresses differ in the settings alone, which lie over the page. */
export function differOnlyInSettings(one: PageUrl, other: PageUrl): boolean {
  if (one.pathname !== other.pathname || one.search === other.search) return false;
  const [first = '', second = ''] = [one, other].map(({ search }) => {
    const query = new URLSearchParams(search);
    query.delete('settings');
    return query.toString();
  });
  return first === second;
}

/**
 * A key for the visit to this page: that of its entry in the history. Opening and closing the settings over the page makes
 * entries of their own, but is no new visit: the list below stays as it is.
 */
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
