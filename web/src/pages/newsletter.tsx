import { pageContext } from '../context.ts';
import { LetterLink } from '../features/company/newsletter/letter-link.tsx';
import type { Route } from './+types/newsletter';
import styles from './newsletter.module.css';
import page from './page.module.css';
import { privateHeaders, privateMeta } from './private-meta.ts';

export const handle = { needsScriptsAtOnce: true };
export const headers = privateHeaders;

export function loader({ context }: Route.LoaderArgs) {
  const { site, texts } = context.get(pageContext);
  return { site, texts: texts.footer.newsletter };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? privateMeta(loaderData.site, 'Newsletter') : [];
}

/** Where the links of letters lead: onto the list, and off it. */
export default function NewsletterPage({ loaderData: { texts } }: Route.ComponentProps) {
  return (
    <div className={`${page.page} ${styles.newsletter}`}>
      <LetterLink texts={texts} />
    </div>
  );
}
