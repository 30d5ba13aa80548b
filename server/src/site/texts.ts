import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  CACHE_SECONDS,
  currencyInWords,
  DEFAULT_CURRENCY,
  PAGE_TEXTS,
  type PageName,
  type PageTexts,
  type Site,
  YEARLY_DISCOUNT,
} from '@oriel/contract';
import type { Config } from '../config/config.ts';
import { fillIn } from './fill-in.ts';
import { describeIssues, readJson, SiteError } from './site.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../content/texts');

/** How long analytics events are stored, in days. */
export const ANALYTICS_DAYS = 90;
/** How long the sums of where visitors look are stored, by day, in months. */
export const ATTENTION_MONTHS = 24;
/** How long the evidence of a cookie choice is stored: its year of validity, and two more for disputes. */
export const CONSENT_EVIDENCE_YEARS = 3;

/** Fields with names of cookies and storage keys, whose braces are not placeholders. */
const TECHNICAL = ['name'];

const DAY = 24 * 60 * 60;

function inWords(seconds: number): string {
  const [amount, unit] =
    seconds % DAY === 0 && seconds > DAY ? [seconds / DAY, 'day'] : [seconds / 3600, 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** The settings that texts mention. */
type Figures = Pick<Config, 'referrals' | 'siteFile' | 'tokensPerTour'>;

/** The site's own file in `texts` beside its configuration, else the default of the project. */
function fileOf(name: PageName, siteFile: string): string {
  const own = path.join(path.dirname(siteFile), 'texts', `${name}.json`);
  return existsSync(own) ? own : path.join(FOLDER, `${name}.json`);
}

/**
 * Reads the texts of the pages, with the site's names and figures filled in.
 *
 * @throws {SiteError} naming every file and field that cannot be used
 */
export function readTexts(site: Site, { referrals, siteFile, tokensPerTour }: Figures): PageTexts {
  const currency = site.currency ?? DEFAULT_CURRENCY;
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
    currency,
    currencyName: currencyInWords(currency),
    tokensPerTour: String(tokensPerTour),
    giftDays: String(referrals.validityDays),
    analyticsDays: String(ANALYTICS_DAYS),
    attentionMonths: String(ATTENTION_MONTHS),
    consentYears: String(CONSENT_EVIDENCE_YEARS),
    ...(site.map && { mapHost: new URL(site.map.embed).host }),
  };
  const problems: string[] = [];
  const read = (name: PageName) => {
    const file = fileOf(name, siteFile);
    const content = readJson(file);
    if (content instanceof SiteError) return void problems.push(...content.problems);
    const { data, error } = PAGE_TEXTS[name].safeParse(content);
    if (error) problems.push(...describeIssues(file, error.issues));
    return fillIn(data, values, name === 'cookies' ? TECHNICAL : []);
  };
  const names = Object.keys(PAGE_TEXTS) as PageName[];
  const texts = Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as PageTexts;
  if (problems.length > 0) throw new SiteError(problems);
  return texts;
}
