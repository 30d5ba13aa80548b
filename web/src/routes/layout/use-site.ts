import type { FooterTexts, Site } from '@oriel/contract';
import { useRouteLoaderData } from 'react-router';

interface RootData {
  site: Site;
  footer: FooterTexts;
}

/** The site configuration, from the root's loader; undefined only where the root itself failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<RootData>('root')?.site;
}

/** The footer's texts, from the root's loader. */
export function useFooterTexts(): FooterTexts | undefined {
  return useRouteLoaderData<RootData>('root')?.footer;
}
