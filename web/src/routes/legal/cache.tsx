import { pageContext } from '../../context.ts';
import { legalMeta, loadLegalPage } from '../../seo/legal-data.ts';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/cache';
import { Durations } from './durations.tsx';
import { LegalArticle } from './legal-article.tsx';

export const loader = ({ context }: Route.LoaderArgs) => loadLegalPage(context.get(pageContext), 'cache');
export const shouldRevalidate = revalidatesForNewPath;
export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData);

/** How long browsers cache; the durations are those that the server sends. */
export default function CachePage({ loaderData: { page, site } }: Route.ComponentProps) {
  return (
    <LegalArticle page={page} site={site}>
      <Durations durations={page.durations} />
    </LegalArticle>
  );
}
