/** What begins a query for the router, which also ends a path at a stray fragment. */
const QUERY_MARK = /[?#]/;

/** A parameter's name as the query parser reads it; as it is written where it cannot be decoded. */
function decodeName(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * The URL that stands for every URL with the same meaning to a route: its path, and of its query only the parameters
 * that the route knows, sorted by name. Values stay as they are written.
 *
 * @param url in origin form
 */
export function canonicalUrl(url: string, knownParameters: readonly string[]): string {
  const queryStart = url.search(QUERY_MARK);
  if (queryStart < 0) return url;
  const path = url.slice(0, queryStart);
  if (knownParameters.length === 0) return path;
  const parameters: [name: string, value: string][] = [];
  for (const part of url.slice(queryStart + 1).split('&')) {
    const valueStart = part.indexOf('=');
    const name = decodeName(valueStart < 0 ? part : part.slice(0, valueStart));
    if (knownParameters.includes(name)) parameters.push([name, valueStart < 0 ? '' : part.slice(valueStart)]);
  }
  if (parameters.length === 0) return path;
  parameters.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return `${path}?${parameters.map(([name, value]) => `${name}${value}`).join('&')}`;
}

/** The path of a URL in origin form. */
export function pathOf(url: string): string {
  const queryStart = url.search(QUERY_MARK);
  return queryStart < 0 ? url : url.slice(0, queryStart);
}
