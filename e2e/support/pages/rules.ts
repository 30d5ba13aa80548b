import type { LegalPage } from '@oriel/contract';
import { textsOf } from '../texts.ts';
import type { PublicPage } from './page.ts';

/** A page of rules. */
function rules(name: 'terms' | 'privacy' | 'cookies' | 'cache', more: readonly string[] = []): PublicPage {
  const page: LegalPage = textsOf(name);
  const sections = page.sections.flatMap(({ heading, paragraphs, points = [] }) => [
    heading,
    ...paragraphs,
    ...points,
  ]);
  return {
    name,
    route: name,
    path: `/${name}`,
    title: page.title,
    heading: page.heading,
    description: page.description,
    words: [page.intro, ...sections, page.contact.text, ...more],
    kind: 'WebPage',
  };
}

/** The pages of rules. */
export const RULES: PublicPage[] = [
  rules('terms'),
  rules('privacy'),
  rules('cookies', ['oriel-consent', 'oriel-region']),
  rules('cache', ['365 days', '7 days', '30 days']),
];
