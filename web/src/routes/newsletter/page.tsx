import { pageContext } from '../../context.ts';
import { NewsletterLink } from '../../features/leads/newsletter-link.tsx';
import { privateHeaders, privateMeta } from '../../seo/private-meta.ts';
import { Ajar } from '../../ui/ajar.tsx';
import type { Route } from './+types/page';

export const handle = { eagerScripts: true, query: ['leaveToken', 'left'] };
export const headers = privateHeaders;

export function loader({ context, request }: Route.LoaderArgs) {
  const { site, texts } = context.get(pageContext);
  const { searchParams } = new URL(request.url);
  const fromServer = {
    leaveToken: searchParams.get('leaveToken') || undefined,
    hasLeft: searchParams.has('left'),
  };
  return { site, texts: texts.footer.newsletter, fromServer };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, texts } = loaderData;
  return privateMeta(site, 'Newsletter', texts.lead);
}

export default function NewsletterPage({ loaderData: { texts, fromServer } }: Route.ComponentProps) {
  return (
    <Ajar>
      <NewsletterLink texts={texts} fromServer={fromServer} />
    </Ajar>
  );
}
