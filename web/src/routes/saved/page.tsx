import { pageContext } from '../../context.ts';
import { privateMeta } from '../../seo/private-meta.ts';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import type { Route } from './+types/page';
import styles from './page.module.css';
import { SavedLists } from './saved-lists.tsx';

export const handle = { query: [] };

const DESCRIPTION = 'The places that you have saved, and those that you looked at last.';

export function loader({ context }: Route.LoaderArgs) {
  const { site } = context.get(pageContext);
  return { site };
}

export { shouldRevalidate } from '../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  return privateMeta(loaderData?.site, 'Saved places', DESCRIPTION);
}

export default function SavedPage() {
  return (
    <div className={`${page.page} ${styles.saved}`}>
      <header className={styles.head}>
        <h1>Saved places</h1>
        <p className={`without-scripts ${prose.lead}`}>
          Your list is put together in your browser, by scripts. Allow them for this page to see it.
        </p>
      </header>
      <SavedLists />
    </div>
  );
}
