import { createContext, use } from 'react';
import { useMatches } from 'react-router';

type Routes = Record<string, { css?: string[] } | undefined>;

/** What the build knows of each route, during server rendering; browsers have it in a script of the build. */
export const RoutesContext = createContext<Routes | undefined>(undefined);

const routesOfBrowser = (): Routes =>
  (window as { __reactRouterManifest?: { routes: Routes } }).__reactRouterManifest?.routes ?? {};

/** The build marks styles that a lazy part needs too, so that they are loaded twice: the first would go with their page. */
const withoutMark = (href: string) => href.replace(/#$/, '');

/** Call it before the router starts: what it has loaded for a page is then found by that page and by lazy parts. */
export function nameStylesAlike(): void {
  for (const route of Object.values(routesOfBrowser())) {
    if (route?.css) route.css = route.css.map(withoutMark);
  }
}

/** The styles of the routes that are shown. None goes with its page: a part that stays may need it, and a return finds it. */
export function PageStyles() {
  const routes = use(RoutesContext) ?? routesOfBrowser();
  const hrefs = useMatches().flatMap(({ id }) => routes[id]?.css ?? []);
  return [...new Set(hrefs.map(withoutMark))].map((href) => (
    <link key={href} rel="stylesheet" href={href} precedence="page" />
  ));
}
