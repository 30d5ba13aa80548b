import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { changeCatalogue, createCategory, createExperiences } from '../../src/features/catalogue/service.ts';
import { installPlans } from '../../src/features/payments/orders/plans.ts';
import { readSite } from '../../src/site/site.ts';
import { writeSampleBrand } from '../brand.ts';
import { createMailingApp, type MailingApp } from './mailing-app.ts';

/** What may say the project's name, because nobody takes it for the name of the company. */
const TECHNICAL = [
  // Cookies and entries of the browser's storage, also on the page that lists them: other names would sign everybody out.
  /\b(?:__Host-)?oriel[-_](?:bind|captions|consent|device|drafts|motion|oauth_flow|oauth_proof|otp|passkey|places|referral|region|searches|session(?:-renewal)?|theme|unlock-unasked|uploads|visit)\b/g,
  // The public key id of the sandbox, which the README names; in production it is the company's own.
  /\brzp_test_oriel\b/g,
  // Names of built files end with letters by chance.
  /\/assets\/[\w.-]+/g,
];

/** Every place where a text says the project's name. */
export function mentionsOfOriel(text: string): string[] {
  // Where a long name may break into two lines.
  const plain = text.replaceAll('<wbr/>', '');
  const visible = TECHNICAL.reduce((left, pattern) => left.replace(pattern, ''), plain);
  return [...visible.matchAll(/.{0,60}oriel.{0,60}/gis)].map(([mention]) => mention);
}

/** Not the usual one. */
export const TOKENS_PER_TOUR = 45;
export const TOUR = 'the-boat-house';
export const LOCKED_TOUR = 'the-locked-loft';

export interface BrandedApp extends MailingApp {
  /** Where the company's files lie. */
  folder: string;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/** The real application of another company, with two tours; it listens, so that its payment sandbox can be reached. */
export async function createBrandedApp(): Promise<BrandedApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-brand-'));
  const siteFile = writeSampleBrand(folder);
  const site = await createMailingApp({ config: { siteFile, tokensPerTour: TOKENS_PER_TOUR } });
  // Those of the project's own brand come with the test's database.
  await site.db.deleteFrom('plans').execute();
  await installPlans(site.db, readSite(siteFile));
  await changeCatalogue(site.db, site.app.responseCache, async (tx) => {
    await createCategory(tx, { id: 1, name: 'Lakes', icon: '🛶', description: 'By the water.' });
    const tour = { description: 'Planks, ropes and a lamp.', categoryId: 1, mediaUrl: '/embeds/none' };
    await createExperiences(tx, [
      { ...tour, slug: TOUR, title: 'The boat house', legacyId: 7 },
      { ...tour, slug: LOCKED_TOUR, title: 'The locked loft', tokensRequired: 100 },
    ]);
  });
  await site.listen();
  return {
    ...site,
    folder,
    get: (url, headers = {}) => site.app.inject({ method: 'GET', url, headers }),
    async close() {
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
