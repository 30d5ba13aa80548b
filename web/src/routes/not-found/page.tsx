import { data } from 'react-router';
import { pageContext } from '../../context.ts';
import { ErrorMessage } from '../error-page.tsx';
import type { Route } from './+types/page';

export function loader({ context }: Route.LoaderArgs) {
  const { site, texts } = context.get(pageContext);
  return data({ site, texts: texts['not-found'] }, { status: 404 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, texts } = loaderData;
  return [
    { title: `${texts.title} · ${site.name}` },
    { name: 'description', content: texts.description },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function NotFoundPage() {
  return <ErrorMessage status={404} />;
}
