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

export function useFooterTexts(): FooterTexts | undefined {
  return useRouteLoaderData<RootData>('root')?.footer;
}
