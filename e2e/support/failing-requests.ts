import type { Page, Route } from '@playwright/test';

/**
 * Fails a page's requests to a URL until the returned function is called.
 *
 * The route itself stays. A request that is under way while Playwright removes a page's last route is never answered, so
 * tests use neither `unroute` nor `times`.
 *
 * @param url as for `page.route`
 * @param fail how the requests fail; by default nothing answers
 */
export async function failRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  fail: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<() => void> {
  let isFailing = true;
  await page.route(url, (route) => (isFailing ? fail(route) : route.fallback()));
  return () => {
    isFailing = false;
  };
}
