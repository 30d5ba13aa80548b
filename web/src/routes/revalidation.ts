import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Search and sort order are applied in the browser; they need no new data. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const isSamePath = currentUrl.pathname === nextUrl.pathname;
  return defaultShouldRevalidate && !(isSamePath && currentUrl.search !== nextUrl.search);
}

/** For pages that follow their own query: only another path needs new data. */
export function revalidatesOnOtherPath(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  return defaultShouldRevalidate && currentUrl.pathname !== nextUrl.pathname;
}
