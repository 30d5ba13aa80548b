import type { Page } from '@playwright/test';
import { addAuthenticator } from '../../e2e/support/authenticator.ts';
import { PAGES } from '../../e2e/support/pages/all.ts';

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

export interface Shot {
  /** Of the files. */
  name: string;
  /** A path, or how to make one for the demo's sample member. */
  address: string | ((memberId: string) => string);
  /** Signed in as the demo's sample member. */
  isMember?: boolean;
  /** Without an earlier choice about cookies. */
  isNewcomer?: boolean;
  /** Only the first screen. */
  isScreen?: boolean;
  /** The whole page, however long. */
  isWhole?: boolean;
  /** Brings the page into the state to show. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** Pages that look like others, or have nothing to show. */
const LEFT_OUT = new Set(['library-at-root', 'auth-callback', 'join']);
/** Pages whose first screen shows all that matters. */
const SHORT = new Set(['tour', 'compare', 'login', 'verify-email', 'auth-error', 'newsletter', 'not-found']);

const NO_TOKENS = { totalBalance: 0, bonusBalance: 0, referralBalance: 0, topupBalance: 0 };

const WALLET = '/experiences?settings=subscription';

/** From the wallet to a dialog of the purchase. */
async function buy(page: Page, outcome?: 'pay' | 'fail'): Promise<void> {
  await page.getByRole('button', { name: 'Top-Up Now' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm Purchase' });
  await confirmation.waitFor();
  if (outcome === undefined) return;
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  const paymentWindow = page.getByRole('dialog', { name: 'Pay Oriel' });
  await paymentWindow
    .getByRole('button', { name: outcome === 'pay' ? /^Pay ₹/ : 'Fail this payment' })
    .click();
  await page
    .getByRole('dialog', { name: outcome === 'pay' ? 'Payment Successful' : 'Payment Failed' })
    .waitFor();
}

/** What lies below the first screen, or opens over pages: menus, dialogs, states of payment. */
const STATES: readonly Shot[] = [
  { name: 'landing-whole', address: '/landing', isWhole: true },
  { name: 'pricing-whole', address: '/pricing', isWhole: true },
  { name: 'enterprise-whole', address: '/enterprise', isWhole: true },
  { name: 'service-whole', address: '/service', isWhole: true },
  { name: 'careers-whole', address: '/careers', isWhole: true },
  {
    name: 'library-map',
    address: '/experiences?view=map',
    isScreen: true,
    prepare: (page) => page.locator('canvas').waitFor(),
  },
  {
    name: 'library-search',
    address: '/experiences',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Search experiences' }).fill('lis');
      await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'library-filters',
    address: '/experiences',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: /^Show \d+ places$/ }).waitFor();
    },
  },
  {
    name: 'tour-place-sheet',
    address: '/experiences/vr/the-west-suite',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'About this place' }).click();
      await page.getByRole('heading', { name: 'More like this' }).waitFor();
    },
  },
  {
    name: 'pricing-tokens',
    address: '/pricing',
    isScreen: true,
    prepare: (page) => page.getByRole('radio', { name: /^Unlock tours/ }).check(),
  },
  { name: 'payment-confirm', address: WALLET, isMember: true, isScreen: true, prepare: (page) => buy(page) },
  {
    name: 'payment-failed',
    address: WALLET,
    isMember: true,
    isScreen: true,
    prepare: (page) => buy(page, 'fail'),
  },
  {
    name: 'payment-successful',
    address: WALLET,
    isMember: true,
    isScreen: true,
    prepare: (page) => buy(page, 'pay'),
  },
  {
    name: 'member-menu',
    address: '/experiences',
    isMember: true,
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: /^Account:/ }).click(),
  },
  {
    name: 'phone-menu',
    address: '/experiences',
    isScreen: true,
    prepare: async (page) => {
      const menu = page.getByRole('button', { name: /menu/i });
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: 'free-tokens', address: '/experiences?settings=referral', isMember: true, isScreen: true },
  { name: 'tour-locked-member', address: '/experiences/vr/the-long-room', isMember: true, isScreen: true },
  {
    name: 'tour-locked-short',
    address: '/experiences/vr/the-long-room',
    isMember: true,
    isScreen: true,
    prepare: async (page) => {
      await page.route('**/api/tokens/summary', async (route) => {
        const response = await route.fetch();
        const json = { ...(await response.json()), wallet: NO_TOKENS, lots: [] };
        await route.fulfill({ response, json });
      });
      await page.reload();
      await page.getByRole('button', { name: /^Recharge/ }).waitFor();
    },
  },
  {
    name: 'film',
    address: '/experiences/vr/dusk-over-the-olive-terraces',
    isScreen: true,
    prepare: (page) => page.getByRole('slider').first().waitFor(),
  },
  {
    name: 'tour-share',
    address: '/experiences/vr/check-in-at-the-palm-court',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Share this view' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'tour-plan',
    address: '/experiences/vr/check-in-at-the-palm-court',
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: 'Floor plan', exact: true }).click(),
  },
  {
    name: 'tour-guide',
    address: '/experiences/vr/check-in-at-the-palm-court',
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: 'Guided tour', exact: true }).click(),
  },
  {
    name: 'compare-tray',
    address: '/experiences',
    isScreen: true,
    prepare: (page) =>
      page
        .getByRole('button', { name: /compare/i })
        .first()
        .click(),
  },
  {
    name: 'footer',
    address: '/contact',
    isScreen: true,
    prepare: (page) => page.getByRole('contentinfo').evaluate((part) => part.scrollIntoView()),
  },
  {
    name: 'library-row-five',
    address: '/experiences',
    isScreen: true,
    prepare: (page) => page.getByRole('article').nth(11).scrollIntoViewIfNeeded(),
  },
];

/** Every page of the table, then what lies over pages, and pages of members. */
export const SHOTS: readonly Shot[] = [
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
  { name: 'settings-wallet', address: WALLET, isMember: true, isScreen: true },
  { name: 'settings-history', address: '/experiences?settings=history', isMember: true, isScreen: true },
  ...STATES,
];
