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
  {
    name: 'free-tokens',
    address: '/experiences?settings=referral',
    isMember: true,
    isScreen: true,
    prepare: (page) => page.getByRole('button', { name: 'Copy link' }).waitFor(),
  },
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
      await page.getByRole('dialog').getByRole('img').waitFor();
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
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Guided tour', exact: true }).click();
      await page.getByText(/^Welcome to Hotel Almedra/).waitFor();
    },
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
  { name: 'footer', address: '/contact', isScreen: true, part: 'body footer' },
  { name: 'library-double', address: '/experiences', isScreen: true, isDouble: true },
  { name: 'landing-double', address: '/landing', isScreen: true, isDouble: true },
  {
    name: 'library-row-five',
    address: '/experiences',
    isScreen: true,
    prepare: (page) => page.getByRole('article').nth(11).scrollIntoViewIfNeeded(),
  },
];
