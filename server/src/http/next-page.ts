/** The `Link` header for the next page of a list. @param path the path and query of the current page */
export function nextPage(path: string, cursor: string): string {
  const url = new URL(path, 'http://own.invalid');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
