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

/** How long single analytics events are kept, in days. */
export const ANALYTICS_DAYS = 90;
/** How long the evidence of a choice about cookies is kept: the year that it holds, and two in which it may be disputed. */
export const CONSENT_EVIDENCE_YEARS = 3;

/** Names of what browsers store; the braces in them are no placeholders. */
const TECHNICAL = ['name'];

const DAY = 24 * 60 * 60;

function inWords(seconds: number): string {
  const [amount, unit] =
    seconds % DAY === 0 && seconds > DAY ? [seconds / DAY, 'day'] : [seconds / 3600, 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** What the texts say of the installation. */
type Figures = Pick<Config, 'referrals' | 'siteFile' | 'tokensPerTour'>;

/** The company's own file where there is one beside its site configuration, else the one that comes with the project. */
function fileOf(name: PageName, siteFile: string): string {
  const own = path.join(path.dirname(siteFile), 'texts', `${name}.json`);
  return existsSync(own) ? own : path.join(FOLDER, `${name}.json`);
}

/**
 * Reads the texts of the company's pages, with the site's own names and figures filled in.
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
