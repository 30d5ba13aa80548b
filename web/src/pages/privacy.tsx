import { pageContext } from '../context.ts';
import { LegalArticle } from '../features/company/legal/legal-article.tsx';
import type { Route } from './+types/privacy';
import { legalMeta, loadLegalPage } from './legal-data.ts';
import { revalidatesForNewPath } from './shelves-data.ts';

export const loader = ({ context }: Route.LoaderArgs) => loadLegalPage(context.get(pageContext), 'privacy');
export const shouldRevalidate = revalidatesForNewPath;
export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData);

/** What is stored about people, and why. */
export default function PrivacyPage({ loaderData: { page, site } }: Route.ComponentProps) {
  return <LegalArticle page={page} site={site} />;
}
