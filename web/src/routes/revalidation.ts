import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** The words and the order are applied in the browser; they need nothing new from the server. */
export function revalidatesForNewPath({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;
}
