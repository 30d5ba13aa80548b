import { readFileSync } from 'node:fs';
import type { PageName, PageTexts } from '@oriel/contract';
import { fillIn } from '../../server/src/site/fill-in.ts';

const CONTENT = new URL('../../content/', import.meta.url);

/** A file of `content/`, as it lies there. */
export function contentOf<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, CONTENT), 'utf8'));
}

/** What the demo's site puts into its texts, as the specification and `content/site.json` have it. */
const FILLED_IN = {
  brand: 'Oriel',
  slogan: 'Look before you book',
  legalEntity: 'Oriel Sample Company',
  legalAddress: '1 Sample Street, 00000 Sampleton',
  legalEmail: 'legal@oriel.example',
  siteEmail: 'hello@oriel.example',
  vrContent: '365 days',
  images: '7 days',
  staticAssets: '30 days',
  yearlyDiscount: '10%',
  currency: 'INR',
  currencyName: 'Indian rupees',
  tokensPerTour: '100',
  giftDays: '365',
  analyticsDays: '90',
  attentionMonths: '24',
  consentYears: '3',
  mapHost: 'www.openstreetmap.org',
};

/** The texts of a page of the company, as the demo shows them. */
export function textsOf<N extends PageName>(name: N): PageTexts[N] {
  return fillIn(contentOf<PageTexts[N]>(`texts/${name}.json`), FILLED_IN);
}
