import type { FooterTexts, Site } from '@oriel/contract';
import { useRouteLoaderData } from 'react-router';

/** The site configuration and the footer's texts; undefined only where the root itself failed. */
export const useSite = () => useRouteLoaderData<{ site: Site; footer: FooterTexts }>('root');
