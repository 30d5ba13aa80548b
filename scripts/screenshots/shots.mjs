import { addAuthenticator } from '../../e2e/support/authenticator.ts';
import { PAGES } from '../../e2e/support/pages/all.ts';

const SECURITY = '/experiences?settings=password';

/** A part of the settings, by its heading. */
const region = (page, name) => page.getByRole('region', { name });

/** Brings a part of the settings to the top of their dialog. */
const bringUp = (page, name) => region(page, name).evaluate((part) => part.scrollIntoView());

/** Leaves the sample member with one passkey, whatever was added for other pictures. */
async function addOnlyPasskey(page) {
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('oriel-session')));
  const headers = { authorization: `Bearer ${token}` };
  const { passkeys } = await (await page.request.get('/api/auth/passkeys', { headers })).json();
  for (const { id } of passkeys) await page.request.delete(`/api/auth/passkeys/${id}`, { headers });
  await addAuthenticator(page);
  await page.reload();
  await region(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await region(page, 'Passkeys').getByRole('status').waitFor();
}

/** Has the server ask for a fresh proof of identity, as it does ten minutes after the last. */
async function askForProof(page) {
  const problem = { status: 403, code: 'reauthentication_required', detail: '' };
  await page.route('**/api/auth/me/export', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.getByRole('button', { name: 'Export my data' }).click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
}

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
  {
    name: 'login-recovery-code',
    address: '/login',
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: 'Use a recovery code' }).click(),
  },
  {
    name: 'settings-passkeys',
    address: SECURITY,
    isMember: true,
    isScreen: true,
    prepare: async (page) => {
      await addOnlyPasskey(page);
      await bringUp(page, 'Passkeys');
    },
  },
  {
    name: 'settings-recovery-codes',
    address: SECURITY,
    isMember: true,
    isScreen: true,
    prepare: async (page) => {
      const codes = region(page, 'Recovery codes');
      await codes.getByRole('button', { name: /^Make/ }).click();
      await codes.getByRole('list').waitFor();
      await bringUp(page, 'Recovery codes');
    },
  },
  {
    name: 'settings-security-activity',
    address: SECURITY,
    isMember: true,
    isScreen: true,
    prepare: async (page) => {
      await region(page, 'Recent security activity').getByRole('listitem').first().waitFor();
      await bringUp(page, 'Recent security activity');
    },
  },
  {
    name: 'confirm-identity',
    address: '/experiences?settings=profile',
    isMember: true,
    isScreen: true,
    prepare: askForProof,
  },
  { name: 'settings-wallet', address: '/experiences?settings=subscription', isMember: true, isScreen: true },
  { name: 'settings-history', address: '/experiences?settings=history', isMember: true, isScreen: true },
];
