import { CATALOGUE } from './catalogue.ts';
import { COMPANY } from './company.ts';
import type { PublicPage } from './page.ts';
import { PRIVATE } from './private.ts';
import { RULES } from './rules.ts';

/** Every page that can be reached without an account. */
export const PAGES: readonly PublicPage[] = [...CATALOGUE, ...COMPANY, ...RULES, ...PRIVATE];

/** Routes that lead elsewhere, and where to. */
export const REDIRECTS: readonly { route: string; path: string; to: string }[] = [
  { route: 'vr360/:legacyId', path: '/vr360/161', to: '/experiences/vr/the-west-suite' },
];
