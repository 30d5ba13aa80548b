import path from 'node:path';
import type { PageTexts, Site } from '@oriel/contract';
import type { Config } from '../config/config.ts';
import { readSiteFiles, type SiteFiles } from './files.ts';
import { readSite, SiteError } from './site.ts';
import { readTexts } from './texts.ts';

/** The site configuration with its files and texts. */
export interface LoadedSite {
  site: Site;
  texts: PageTexts;
  files: SiteFiles;
}

/**
 * Reads the site configuration, the files that it names and the texts of the pages.
 *
 * @param site replaces the configured one
 * @throws {SiteError} naming everything that is missing or malformed in one message
 */
export function loadSite(
  config: Pick<Config, 'referrals' | 'siteFile' | 'tokensPerTour'>,
  site = readSite(config.siteFile),
): LoadedSite {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const files = attempt(() => readSiteFiles(site, path.dirname(config.siteFile)));
  const texts = attempt(() => readTexts(site, config));
  if (files === undefined || texts === undefined) throw new SiteError(problems);
  return { site, texts, files };
}

/** What the operator has to settle before relying on the legal pages, by page. */
export function openLegalPoints({ texts }: Pick<LoadedSite, 'texts'>): Record<string, string[]> {
  const pages = ['terms', 'privacy', 'cookies', 'cache'] as const;
  return Object.fromEntries(
    pages.flatMap((page) => (texts[page].review ? [[`/${page}`, texts[page].review.open]] : [])),
  );
}
