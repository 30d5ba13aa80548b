import type { Site } from '@oriel/contract';
import { useRouteLoaderData } from 'react-router';

/** The site configuration, from the root's loader; undefined only where the root itself failed. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<{ site: Site }>('root')?.site;
}
