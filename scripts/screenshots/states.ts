import type { Page } from '@playwright/test';
import type { Shot } from './shot.ts';

const NO_TOKENS = { totalBalance: 0, bonusBalance: 0, referralBalance: 0, topupBalance: 0 };

export const WALLET = '/experiences?settings=subscription';

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
export const STATES: readonly Shot[] = [
  { name: 'landing-whole', path: '/landing', isWhole: true },
  { name: 'pricing-whole', path: '/pricing', isWhole: true },
  { name: 'enterprise-whole', path: '/enterprise', isWhole: true },
  { name: 'service-whole', path: '/service', isWhole: true },
  { name: 'careers-whole', path: '/careers', isWhole: true },
  {
    name: 'library-map',
    path: '/experiences?view=map',
    isScreen: true,
    prepare: (page) => page.locator('canvas').waitFor(),
  },
  {
    name: 'library-search',
    path: '/experiences',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Search experiences' }).fill('lis');
      await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'library-filters',
    path: '/experiences',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: /^Show \d+ places$/ }).waitFor();
    },
  },
  {
    name: 'tour-place-sheet',
    path: '/experiences/vr/the-west-suite',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'About this place' }).click();
      await page.getByRole('heading', { name: 'More like this' }).waitFor();
    },
  },
  {
    name: 'pricing-tokens',
    path: '/pricing',
    isScreen: true,
    prepare: (page) => page.getByRole('radio', { name: /^Unlock tours/ }).check(),
  },
  { name: 'payment-confirm', path: WALLET, isMember: true, isScreen: true, prepare: (page) => buy(page) },
  {
    name: 'payment-failed',
    path: WALLET,
    isMember: true,
    isScreen: true,
    prepare: (page) => buy(page, 'fail'),
  },
  {
    name: 'payment-successful',
    path: WALLET,
    isMember: true,
    isScreen: true,
    prepare: (page) => buy(page, 'pay'),
  },
  {
    name: 'member-menu',
    path: '/experiences',
    isMember: true,
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: /^Account:/ }).click(),
  },
  {
    name: 'phone-menu',
    path: '/experiences',
    isScreen: true,
    prepare: async (page) => {
      const menu = page.getByRole('button', { name: /menu/i });
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: 'free-tokens',
    path: '/experiences?settings=referral',
    isMember: true,
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: 'Copy link' }).waitFor(),
  },
  { name: 'tour-locked-member', path: '/experiences/vr/the-long-room', isMember: true, isScreen: true },
  {
    name: 'tour-locked-short',
    path: '/experiences/vr/the-long-room',
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
    path: '/experiences/vr/dusk-over-the-olive-terraces',
    isScreen: true,
    prepare: (page) => page.getByRole('slider').first().waitFor(),
  },
  {
    name: 'tour-share',
    path: '/experiences/vr/check-in-at-the-palm-court',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Share this view' }).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
  {
    name: 'tour-plan',
    path: '/experiences/vr/check-in-at-the-palm-court',
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: 'Floor plan', exact: true }).click(),
  },
  {
    name: 'tour-guide',
    path: '/experiences/vr/check-in-at-the-palm-court',
    isScreen: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Guided tour', exact: true }).click();
      await page.getByText(/^Welcome to Hotel Almedra/).waitFor();
    },
  },
  {
    name: 'compare-tray',
    path: '/experiences',
    isScreen: true,
    prepare: (page) =>
      page
        .getByRole('button', { name: /compare/i })
        .first()
        .click(),
  },
  { name: 'footer', path: '/contact', isScreen: true, part: 'body footer' },
  { name: 'library-double', path: '/experiences', isScreen: true, isDouble: true },
  { name: 'landing-double', path: '/landing', isScreen: true, isDouble: true },
  {
    name: 'library-row-five',
    path: '/experiences',
    isScreen: true,
    prepare: (page) => page.getByRole('article').nth(11).scrollIntoViewIfNeeded(),
  },
];
