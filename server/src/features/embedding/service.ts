import type { Db } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findEmbedSites, saveEmbedSites } from './store.ts';

const MAX_SITES = 50;
/** An origin, or all subdomains of one; nothing in it could start another directive of a policy. */
const SITE = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** Where a tour may be framed. */
export type EmbedSites = 'any' | string[];

/**
 * The `frame-ancestors` directive's sources for an embedded tour.
 *
 * @returns `'none'` if there is no such tour
 */
export async function frameAncestors(db: Db, slug: string): Promise<string> {
  const sites = await findEmbedSites(db, slug);
  if (sites === null) return '*';
  return sites === undefined || sites.length === 0 ? "'none'" : sites.join(' ');
}

/** @returns undefined if there is no such tour */
export async function readEmbedSites(db: Db, slug: string): Promise<EmbedSites | undefined> {
  const sites = await findEmbedSites(db, slug);
  return sites === null ? 'any' : sites;
}

/**
 * Names the websites that may show a tour in a frame.
 *
 * @param sites origins such as `https://hotel.example`, or `https://*.hotel.example` for all subdomains; none forbids frames
 * @throws {AppError} 400 `invalid_request`, 404 `experience_not_found`
 */
export async function setEmbedSites(db: Db, slug: string, sites: EmbedSites): Promise<void> {
  const named = sites === 'any' ? null : [...new Set(sites.map((site) => site.toLowerCase()))];
  if (named !== null && named.length > MAX_SITES)
    throw new AppError(400, 'invalid_request', `At most ${MAX_SITES} sites can be named.`);
  const wrong = named?.find((site) => !SITE.test(site));
  if (wrong !== undefined)
    throw new AppError(
      400,
      'invalid_request',
      `"${wrong}" is not the address of a site, such as https://hotel.example.`,
    );
  if (!(await saveEmbedSites(db, slug, named)))
    throw new AppError(404, 'experience_not_found', 'There is no tour with this slug.');
}
