import type { Page } from '@playwright/test';
import { addAuthenticator } from '../../e2e/support/authenticator.ts';
import { PAGES } from '../../e2e/support/pages/all.ts';
import type { Shot } from './shot.ts';
import { STATES, WALLET } from './states.ts';
import { STUDIO_SHOTS } from './studio-shots.ts';

const SECURITY = '/experiences?settings=password';

/** A part of the settings, by its heading. */
const region = (page: Page, name: string) => page.getByRole('region', { name });

/** Brings a part of the settings to the top of their dialog. */
const bringUp = (page: Page, name: string) => region(page, name).evaluate((part) => part.scrollIntoView());

/** Leaves the sample member with one passkey, without those of other screenshots. */
async function addOnlyPasskey(page: Page): Promise<void> {
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('oriel-session') ?? '{}'));
  const headers = { authorization: `Bearer ${token}` };
  const { passkeys } = await (await page.request.get('/api/auth/passkeys', { headers })).json();
  for (const { id } of passkeys) await page.request.delete(`/api/auth/passkeys/${id}`, { headers });
  await addAuthenticator(page);
  await page.reload();
  await region(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await region(page, 'Passkeys').getByRole('status').waitFor();
}

/** Has the server ask for a fresh proof of identity, as it does ten minutes after the last. */
async function askForProof(page: Page): Promise<void> {
  const problem = { status: 403, code: 'reauthentication_required', detail: '' };
  await page.route('**/api/auth/me/export', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.getByRole('button', { name: 'Export my data' }).click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
}

/** Pages that look like others, or have nothing to show. */
const LEFT_OUT = new Set(['library-at-root', 'auth-callback', 'join', 'studio']);
/** Pages whose first screen shows all that matters. */
const SHORT = new Set([
  'tour',
  'compare',
  'shared',
  'receipt',
  'login',
  'verify-email',
  'auth-error',
  'newsletter',
  'not-found',
]);

/** Every page of the table, then what lies over pages, and pages of members. */
export const SHOTS: readonly Shot[] = [
  ...PAGES.filter(({ name }) => !LEFT_OUT.has(name)).map(({ name, path }) => ({
    name,
    path,
    isScreen: SHORT.has(name),
  })),
  { name: 'join', path: (memberId) => `/join?ref=${memberId}`, isScreen: true },
  { name: 'tour-locked', path: '/experiences/vr/the-long-room', isScreen: true },
  { name: 'cookie-choice', path: '/landing', isNewcomer: true, isScreen: true },
  {
    name: 'package-builder',
    path: '/enterprise#build',
    isScreen: true,
    prepare: async (page) => {
      for (const name of ['Photoshoot', 'Digital twin']) await page.getByRole('checkbox', { name }).check();
      await page.locator('#build').evaluate((part) => part.scrollIntoView());
    },
  },
  {
    name: 'community-popup',
    path: '/community',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Get iOS App' }).click();
      await page.getByRole('dialog').locator('summary').first().click();
    },
  },
  { name: 'library-member', path: '/experiences', isMember: true },
  {
    name: 'login-recovery-code',
    path: '/login',
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: 'Use a recovery code' }).click(),
  },
  {
    name: 'settings-passkeys',
    path: SECURITY,
    isMember: true,
    isScreen: true,
    prepare: async (page) => {
      await addOnlyPasskey(page);
      await bringUp(page, 'Passkeys');
    },
  },
  {
    name: 'settings-recovery-codes',
    path: SECURITY,
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
    path: SECURITY,
    isMember: true,
    isScreen: true,
    prepare: async (page) => {
      await region(page, 'Recent security activity').getByRole('listitem').first().waitFor();
      await bringUp(page, 'Recent security activity');
    },
  },
  {
    name: 'confirm-identity',
    path: '/experiences?settings=profile',
    isMember: true,
    isScreen: true,
    prepare: askForProof,
  },
  { name: 'settings-wallet', path: WALLET, isMember: true, isScreen: true },
  {
    name: 'settings-history',
    path: '/experiences?settings=history',
    isMember: true,
    isScreen: true,
    prepare: (page) => page.getByText('Welcome bonus').first().waitFor(),
  },
  ...STATES,
  ...STUDIO_SHOTS,
];
