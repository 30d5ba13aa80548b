import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  CACHE_SECONDS,
  fillIn,
  PAGE_TEXTS,
  type PageName,
  type PageTexts,
  type Site,
  TOKENS_PER_TOUR,
  YEARLY_DISCOUNT,
} from '@oriel/contract';
import type { Config } from './config.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../content/texts');

/** How long single analytics events are kept, in days. */
export const ANALYTICS_DAYS = 90;

/** Names of what browsers store; the braces in them are no placeholders. */
const TECHNICAL = ['name'];

const DAY = 24 * 60 * 60;

function inWords(seconds: number): string {
  const [amount, unit] =
    seconds % DAY === 0 && seconds > DAY ? [seconds / DAY, 'day'] : [seconds / 3600, 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/**
 * Reads the texts of the company's pages, with the site's own names and figures filled in.
 *
 * @param folder holds one JSON file for each page; `content/texts` unless a test has another
 * @throws {Error} naming the file and the field, when one cannot be used
 */
export function readTexts(site: Site, { referrals }: Pick<Config, 'referrals'>, folder = FOLDER): PageTexts {
  const values = {
    brand: site.name,
    slogan: site.slogan,
    legalEntity: site.legal.entity,
    legalAddress: site.legal.address,
    legalEmail: site.legal.email,
    siteEmail: site.email ?? site.legal.email,
    vrContent: inWords(CACHE_SECONDS.tourMedia),
    images: inWords(CACHE_SECONDS.images),
    staticAssets: inWords(CACHE_SECONDS.buildFiles),
    yearlyDiscount: `${YEARLY_DISCOUNT * 100}%`,
    tokensPerTour: String(TOKENS_PER_TOUR),
    giftDays: String(referrals.validityDays),
    analyticsDays: String(ANALYTICS_DAYS),
    ...(site.map && { mapHost: new URL(site.map.embed).host }),
  };
  const read = (name: PageName) => {
    const file = path.join(folder, `${name}.json`);
    const { data, error } = PAGE_TEXTS[name].safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (error) {
      const [issue] = error.issues;
      throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
    }
    return fillIn(data, values, name === 'cookies' ? TECHNICAL : []);
  };
  const names = Object.keys(PAGE_TEXTS) as PageName[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as PageTexts;
}
