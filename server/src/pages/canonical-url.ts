/** The router ends a path at either. */
const QUERY_MARK = /[?#]/;

/** Decodes a parameter's name as the query parser does; malformed names stay as they are. */
function decodeName(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * The canonical form of all URLs that are equivalent to a route: the path, and of the query only known parameters, sorted
 * by name. Values stay encoded as they are.
 *
 * @param url in origin form
 * @param knownParameters the parameters that the route reads
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
