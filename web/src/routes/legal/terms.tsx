import { pageContext } from '../../context.ts';
import { legalMeta, loadLegalPage } from '../../seo/legal-data.ts';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/terms';
import { LegalArticle } from './legal-article.tsx';

export const loader = ({ context }: Route.LoaderArgs) => loadLegalPage(context.get(pageContext), 'terms');
export const shouldRevalidate = revalidatesForNewPath;
export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData);

/** The rules for using the site. */
export default function TermsPage({ loaderData: { page, site } }: Route.ComponentProps) {
  return <LegalArticle page={page} site={site} />;
}
