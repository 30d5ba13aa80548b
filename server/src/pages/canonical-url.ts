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

interface Parameter {
  name: string;
  /** With its equals sign, encoded as it is. */
  value: string;
  text: string;
}

/** The parameters of a URL's query, as they are, with their names decoded. */
function parametersOf(url: string): Parameter[] {
  const queryStart = url.search(QUERY_MARK);
  if (queryStart < 0) return [];
  return url
    .slice(queryStart + 1)
    .split('&')
    .map((text) => {
      const valueStart = text.indexOf('=');
      const name = decodeName(valueStart < 0 ? text : text.slice(0, valueStart));
      return { name, value: valueStart < 0 ? '' : text.slice(valueStart), text };
    });
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
  const parameters = parametersOf(url).filter(({ name }) => knownParameters.includes(name));
  if (parameters.length === 0) return path;
  parameters.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  return `${path}?${parameters.map(({ name, value }) => `${name}${value}`).join('&')}`;
}

/**
 * Where a redirect leads, with what else the request's query says.
 *
 * @param url of the request, in origin form
 * @param knownParameters the parameters that the route has read already
 */
export function withOtherParameters(
  location: string,
  url: string,
  knownParameters: readonly string[],
): string {
  const others = parametersOf(url).filter(({ name }) => name !== '' && !knownParameters.includes(name));
  if (others.length === 0) return location;
  const query = others.map(({ text }) => text).join('&');
  return `${location}${location.includes('?') ? '&' : '?'}${query}`;
}

/** The path of a URL in origin form. */
export function pathOf(url: string): string {
  const queryStart = url.search(QUERY_MARK);
  return queryStart < 0 ? url : url.slice(0, queryStart);
}
