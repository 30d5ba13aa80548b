/** The `Link` header of a list's next page: the path of this one with another cursor. */
export function nextPage(path: string, cursor: string): string {
  const url = new URL(path, 'http://own.invalid');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
