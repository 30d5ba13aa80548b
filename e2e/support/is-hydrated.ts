/**
 * Runs in the page: whether its own scripts have taken over from the server's HTML, which they do after its first paint. A
 * document without the application counts as hydrated once all of it is there.
 */
export function isHydrated(): boolean {
  if (!('__reactRouterContext' in window)) return document.readyState !== 'loading';
  const [main] = document.getElementsByTagName('main');
  return Object.keys(main ?? {}).some((key) => key.startsWith('__reactFiber'));
}
