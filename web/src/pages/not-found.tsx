import { data } from 'react-router';
import { pageContext } from '../context.ts';
import type { Route } from './+types/not-found';
import { ErrorMessage } from './error-page.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return data({ site: context.get(pageContext).site }, { status: 404 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `Page not found · ${loaderData?.site.name ?? ''}` },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function NotFoundPage() {
  return <ErrorMessage status={404} />;
}
