/** What a visitor finds at an path of the table of routes. */
export interface PublicPage {
  /** Names the page, and its pictures in `docs/screenshots`. */
  name: string;
  /** The page's row in `web/src/routes.ts`. */
  route: string;
  path: string;
  status?: 404;
  /** Without the name of the site. */
  title: string;
  /** The only h1. */
  heading: string;
  /** What it says once the page's scripts have looked at its path. */
  headingLater?: string;
  /** The description before it is cut to the length of a meta tag. */
  description: string;
  /** What the HTML says in its main part, before any script has run. */
  words: readonly string[];
  /** The kind of thing that its structured data describes; none where search engines are kept out. */
  kind?: string;
  /** Its path for search engines, where others lead to it as well. */
  canonical?: string;
  /** Another test looks at its barriers in all themes. */
  barriersElsewhere?: true;
  /** The viewer fills the screen: no top bar, no footer. */
  isBare?: true;
  /** How many stops the Tab key makes there, on a page with very few. */
  stops?: number;
}
