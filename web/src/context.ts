import type { PageTexts, Site } from '@oriel/contract';
import { createContext, RouterContextProvider } from 'react-router';
import { type Api, createApi, type Fetch } from './api.ts';

/** The site's own colours and fonts, where they differ from the built styles. */
export interface BrandStyle {
  /** The text of a style element. */
  css: string | undefined;
  /** The URLs of its fonts; undefined where the family is the built-in one. */
  fonts: { display: string[] | undefined; text: string[] | undefined };
}

/** What the server passes to the loaders of a page. */
export interface PageContext {
  /** The API, called inside the server's process. */
  api: Api;
  site: Site;
  texts: PageTexts;
  brand: BrandStyle;
  passwordMinLength: number;
  /** The public origin of the site, without a trailing slash; for canonical and Open Graph URLs. */
  origin: string;
  report: (error: unknown) => void;
  /** Marks the inline scripts of this rendering as ours; the server removes it before it sends the page. */
  nonce: string;
}

export const pageContext = createContext<PageContext>();

/** What the server's renderer passes for one request. `fetch` takes a path of our own API. */
type PageSetup = Omit<PageContext, 'api'> & { fetch: Fetch };

/** Builds the context of one rendering; called by the server through `entry.server`. */
export function createPageContext({ fetch, ...setup }: PageSetup): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(pageContext, { api: createApi(fetch), ...setup });
  return provider;
}
