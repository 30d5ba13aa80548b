import type { z } from 'zod';
import { CachePage, ConsentTexts, CookiesPage, FooterTexts, LegalPage, NotFoundPage } from './legal-pages.ts';
import {
  CareersPage,
  CommunityPage,
  ContactPage,
  EnterprisePage,
  HomePage,
  OpportunityPage,
  PricingPage,
  ServicePage,
} from './pages.ts';

/** The schema of each file in `content/texts`, by the file's name. */
export const PAGE_TEXTS = {
  home: HomePage,
  service: ServicePage,
  enterprise: EnterprisePage,
  opportunity: OpportunityPage,
  community: CommunityPage,
  pricing: PricingPage,
  careers: CareersPage,
  contact: ContactPage,
  terms: LegalPage,
  privacy: LegalPage,
  cookies: CookiesPage,
  cache: CachePage,
  consent: ConsentTexts,
  footer: FooterTexts,
  'not-found': NotFoundPage,
} as const;
export type PageName = keyof typeof PAGE_TEXTS;
export type PageTexts = { [Name in PageName]: z.infer<(typeof PAGE_TEXTS)[Name]> };
