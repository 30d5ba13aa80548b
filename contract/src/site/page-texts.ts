import type { z } from 'zod';
import { CachePage, ConsentTexts, CookiesPage, FooterTexts, LegalPage, NotFoundPage } from './legal-pages.ts';
import { CareersPage } from './pages/careers.ts';
import { CommunityPage } from './pages/community.ts';
import { ContactPage } from './pages/contact.ts';
import { EnterprisePage } from './pages/enterprise.ts';
import { HomePage } from './pages/home.ts';
import { OpportunityPage } from './pages/opportunity.ts';
import { PricingPage } from './pages/pricing.ts';
import { ServicePage } from './pages/service.ts';

/** The schema of each file in `content/texts`, by file name. */
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
/** The name of a file in `content/texts`, without its extension. */
export type PageName = keyof typeof PAGE_TEXTS;
/** All texts, parsed and with placeholders filled in. */
export type PageTexts = { [Name in PageName]: z.infer<(typeof PAGE_TEXTS)[Name]> };
