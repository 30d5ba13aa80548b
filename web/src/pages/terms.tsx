import { pageContext } from '../context.ts';
import { LegalArticle } from '../features/company/legal/legal-article.tsx';
import type { Route } from './+types/terms';
import { legalMeta, loadLegalPage } from './legal-data.ts';
import { revalidatesForNewPath } from './shelves-data.ts';

export const loader = ({ context }: Route.LoaderArgs) => loadLegalPage(context.get(pageContext), 'terms');
export const shouldRevalidate = revalidatesForNewPath;
export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData);

/** The rules for using the site. */
export default function TermsPage({ loaderData: { page, site } }: Route.ComponentProps) {
  return <LegalArticle page={page} site={site} />;
}
