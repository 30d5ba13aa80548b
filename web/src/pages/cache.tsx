import { pageContext } from '../context.ts';
import { Durations } from '../features/company/legal/durations.tsx';
import { LegalArticle } from '../features/company/legal/legal-article.tsx';
import type { Route } from './+types/cache';
import { legalMeta, loadLegalPage } from './legal-data.ts';
import { revalidatesForNewPath } from './shelves-data.ts';

export const loader = ({ context }: Route.LoaderArgs) => loadLegalPage(context.get(pageContext), 'cache');
export const shouldRevalidate = revalidatesForNewPath;
export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData);

/** How long browsers keep copies; the figures are those that the server sends. */
export default function CachePage({ loaderData: { page, site } }: Route.ComponentProps) {
  return (
    <LegalArticle page={page} site={site}>
      <Durations durations={page.durations} />
    </LegalArticle>
  );
}
