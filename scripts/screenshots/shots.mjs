import { PAGES } from '../../e2e/pages/all.ts';

/**
 * @typedef {object} Shot
 * @property {string} name of the files
 * @property {string | ((memberId: string) => string)} address or how it is made for the demo's sample member
 * @property {boolean} [isMember] as the demo's sample member
 * @property {boolean} [isNewcomer] who has not been asked about cookies yet
 * @property {boolean} [isScreen] the first screen alone, not what is below
 * @property {(page: import('@playwright/test').Page) => Promise<void>} [prepare] brings the page to where it is shown
 */

/** Pages that are the same as others, or say nothing to look at. */
const LEFT_OUT = new Set(['library-at-root', 'auth-callback', 'join']);
/** Pages that end on the first screen, or go on as they begin. */
const SHORT = new Set(['tour', 'login', 'verify-email', 'auth-error', 'newsletter', 'not-found']);

/** Every page of the table, then what lies over pages and what members see. @type {Shot[]} */
export const SHOTS = [
  ...PAGES.filter(({ name }) => !LEFT_OUT.has(name)).map(({ name, address }) => ({
    name,
    address,
    isScreen: SHORT.has(name),
  })),
  { name: 'join', address: (memberId) => `/join?ref=${memberId}`, isScreen: true },
  { name: 'tour-locked', address: '/experiences/vr/the-long-room', isScreen: true },
  { name: 'cookie-choice', address: '/landing', isNewcomer: true, isScreen: true },
  {
    name: 'package-builder',
    address: '/enterprise#build',
    isScreen: true,
    prepare: async (page) => {
      for (const name of ['Photoshoot', 'Digital twin']) await page.getByRole('checkbox', { name }).check();
      await page.locator('#build').evaluate((part) => part.scrollIntoView());
    },
  },
  {
    name: 'community-popup',
    address: '/community',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Get iOS App' }).click();
      await page.getByRole('dialog').locator('summary').first().click();
    },
  },
  { name: 'library-member', address: '/experiences', isMember: true },
  { name: 'settings-wallet', address: '/experiences?settings=subscription', isMember: true, isScreen: true },
  { name: 'settings-history', address: '/experiences?settings=history', isMember: true, isScreen: true },
];
