import path from 'node:path';
import type { PageTexts, Site } from '@oriel/contract';
import type { Config } from '../config/config.ts';
import { type BrandFiles, readBrandFiles } from './files.ts';
import { BrandError, readSite } from './site.ts';
import { readTexts } from './texts.ts';

/** All that a company has written of itself. */
export interface Company {
  site: Site;
  texts: PageTexts;
  files: BrandFiles;
}

/**
 * Reads the site configuration, the files that it names and the texts of the pages.
 *
 * @param site in place of the configured one
 * @throws {BrandError} naming everything that is missing or malformed in one message
 */
export function readCompany(
  config: Pick<Config, 'referrals' | 'siteFile' | 'tokensPerTour'>,
  site = readSite(config.siteFile),
): Company {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BrandError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const files = attempt(() => readBrandFiles(site, path.dirname(config.siteFile)));
  const texts = attempt(() => readTexts(site, config));
  if (files === undefined || texts === undefined) throw new BrandError(problems);
  return { site, texts, files };
}
