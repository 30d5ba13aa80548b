import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Search and sort order are applied in the browser; they need no new data. */
export function revalidatesForNewPath({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;
}
