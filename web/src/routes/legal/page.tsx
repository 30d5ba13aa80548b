import { pageContext } from '../../context.ts';
import { loadTourImages } from '../../features/catalogue/tour-images.tsx';
import { pageMeta } from '../../seo/meta.ts';
import { companyPageStructuredData } from '../../seo/structured-data.ts';
import { openConsent } from '../../session/consent.ts';
import { Button } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import type { Route } from './+types/page';
import styles from './durations.module.css';
import { LegalArticle } from './legal-article.tsx';
import { groupId, StoredItems } from './stored-items.tsx';

type Path = '/terms' | '/privacy' | '/cookies' | '/cache';
const NAMES = { '/terms': 'terms', '/privacy': 'privacy', '/cookies': 'cookies', '/cache': 'cache' } as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api, site, origin, texts } = context.get(pageContext);
  const path = url.pathname.replace(/\/$/, '') as Path;
  const { picture } = texts.home.hero;
  const tours = await loadTourImages(api, [picture]);
  const page = texts[NAMES[path]];
  // What is left to review concerns the operator alone.
  const review = page.review && { ...page.review, open: [] };
  return { path, page: { ...page, review }, site, origin, image: tours[picture.tour]?.thumbnail };
}

export { shouldRevalidate } from '../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { path, page, site, origin, image } = loaderData;
  return pageMeta({
    site,
    origin,
    path,
    title: page.title,
    description: page.description,
    image,
    structuredData: companyPageStructuredData(page, new URL(path, origin).href, site),
  });
}

export default function LegalPage({ loaderData: { page, site } }: Route.ComponentProps) {
  const stored = 'stored' in page ? page.stored : [];
  const parts = stored.map(({ kind, heading }) => ({ id: groupId(kind), heading }));
  return (
    <LegalArticle page={page} site={site} parts={parts}>
      {'durations' in page && (
        <dl className={styles.durations}>
          {page.durations.map(({ kind, label, value, text }) => (
            <div key={kind} className={`${stack.gap1} ${styles.row}`}>
              <dt className={prose.label}>{label}</dt>
              <dd className={styles.value}>{value}</dd>
              <dd className={prose.note}>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {'stored' in page && (
        <>
          <p className="with-scripts">
            <Button onClick={openConsent}>{page.settingsLabel}</Button>
          </p>
          {page.stored.map((group) => (
            <StoredItems key={group.kind} group={group} columns={page.columns} />
          ))}
        </>
      )}
    </LegalArticle>
  );
}
