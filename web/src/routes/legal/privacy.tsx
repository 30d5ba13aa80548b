import { pageContext } from '../../context.ts';
import { legalMeta, loadLegalPage } from '../../seo/legal-data.ts';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/privacy';
import { LegalArticle } from './legal-article.tsx';

export const loader = ({ context }: Route.LoaderArgs) => loadLegalPage(context.get(pageContext), 'privacy');
export const shouldRevalidate = revalidatesForNewPath;
export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData);

/** What is stored about people, and why. */
export default function PrivacyPage({ loaderData: { page, site } }: Route.ComponentProps) {
  return <LegalArticle page={page} site={site} />;
}
