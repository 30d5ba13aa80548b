import { pageContext } from '../../context.ts';
import { legalMeta, loadLegalPage } from '../../seo/legal-data.ts';
import { openConsent } from '../../session/consent.ts';
import { Button } from '../../ui/button.tsx';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/cookies';
import { LegalArticle } from './legal-article.tsx';
import { groupId, StoredItems } from './stored-items.tsx';

export const loader = ({ context }: Route.LoaderArgs) => loadLegalPage(context.get(pageContext), 'cookies');
export const shouldRevalidate = revalidatesForNewPath;
export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData);

/** Everything that the site stores in a browser. */
export default function CookiesPage({ loaderData: { page, site } }: Route.ComponentProps) {
  const parts = page.stored.map(({ kind, heading }) => ({ id: groupId(kind), heading }));
  return (
    <LegalArticle page={page} site={site} parts={parts}>
      <p className="with-scripts">
        <Button onClick={openConsent}>{page.settingsLabel}</Button>
      </p>
      {page.stored.map((group) => (
        <StoredItems key={group.kind} group={group} columns={page.columns} />
      ))}
    </LegalArticle>
  );
}
