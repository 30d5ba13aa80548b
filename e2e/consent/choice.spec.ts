import type { Page } from '@playwright/test';
import type { Consent } from '../../contract/src/shared/consent.ts';
import { banner, box, button, choiceCookie, chooseCookies, storedChoice, visit } from '../support/consent.ts';
import { expect } from '../support/fixtures.ts';
import { type MeasuredSite, test, withdraw } from '../support/measured-site.ts';

// In one worker, since each that has a test of this file starts a site.
test.describe.configure({ mode: 'default' });

const CLOSE = 'Save this selection and close';

/** What to switch on first, how to leave the banner, and what is chosen by that. */
const WAYS: {
  name: string;
  check: string[];
  leave: (page: Page) => Promise<void>;
  analytics: boolean;
  marketing: boolean;
}[] = [
  {
    name: 'Reject all',
    check: ['Analytics'],
    leave: (page) => button(page, 'Reject all').click(),
    analytics: false,
    marketing: false,
  },
  {
    name: 'Save preferences',
    check: ['Marketing'],
    leave: (page) => button(page, 'Save preferences').click(),
    analytics: false,
    marketing: true,
  },
  {
    name: 'Allow all',
    check: [],
    leave: (page) => button(page, 'Allow all').click(),
    analytics: true,
    marketing: true,
  },
  {
    name: 'Escape at once',
    check: [],
    leave: (page) => page.keyboard.press('Escape'),
    analytics: false,
    marketing: false,
  },
  {
    name: 'Escape after a selection',
    check: ['Analytics'],
    leave: (page) => page.keyboard.press('Escape'),
    analytics: true,
    marketing: false,
  },
  {
    name: 'the close button',
    check: ['Analytics', 'Marketing'],
    leave: (page) => button(page, CLOSE).click(),
    analytics: true,
    marketing: true,
  },
];

/** Makes the browser one that has not been asked yet. */
async function forgetChoice(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
}

/** The server has stored the choice that lies in the browser, and nothing that leads from it to the visit. */
async function expectEvidence(
  page: Page,
  site: MeasuredSite,
  { analytics, marketing, updatedAt }: Consent,
): Promise<void> {
  await expect.poll(async () => (await site.choices()).evidence.length).toBe(1);
  const { events, evidence } = await site.choices();
  expect(evidence).toEqual([
    {
      id: expect.any(String),
      version: 1,
      analytics,
      marketing,
      text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      decided_at: expect.any(Date),
    },
  ]);
  // The choice says nothing of the browser, and its number is not the visit's.
  expect(events).toEqual([
    {
      session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      page_name: '/cookies',
      event_type: 'cookie_consent',
      browser: null,
      user_agent: null,
      device: null,
      referrer: null,
      meta: { version: 1, analytics, marketing, text: evidence[0]?.text_hash },
      happened_at: new Date(updatedAt),
    },
  ]);
  expect(events[0]?.session_id).not.toBe(await visit(page));
}

test('P2 a choice is stored for a year, for the server too, with evidence, however the banner is left', async ({
  page,
  context,
  site,
  tagRequests,
}) => {
  for (const { name, check, leave, analytics, marketing } of WAYS) {
    await test.step(name, async () => {
      await forgetChoice(page);
      // Once the page before it sends nothing any more.
      await site.clear();
      tagRequests.length = 0;
      await page.goto('/cookies');
      await expect(box(page, 'Necessary')).toBeChecked();
      await expect(box(page, 'Necessary')).toBeDisabled();
      await expect(box(page, 'Analytics')).not.toBeChecked();
      await expect(box(page, 'Marketing')).not.toBeChecked();
      for (const kind of check) await box(page, kind).check();
      await leave(page);
      await expect(banner(page)).toBeHidden();

      const stored = await storedChoice(page);
      expect(stored).toEqual({
        version: 1,
        necessary: true,
        analytics,
        marketing,
        updatedAt: expect.any(String),
      });
      const cookie = await choiceCookie(context);
      expect(cookie?.choice).toEqual(stored);
      // As long as the choice itself holds, to the minute.
      const ends = Date.parse(stored?.updatedAt ?? '') / 1000 + 365 * 86_400;
      expect(Math.abs((cookie?.expires ?? 0) - ends)).toBeLessThan(60);

      if (!stored) throw new Error('no choice is stored');
      await expectEvidence(page, site, stored);

      if (analytics) await expect.poll(() => visit(page)).not.toBeNull();
      else expect(await visit(page)).toBeNull();
      if (analytics) await expect.poll(() => tagRequests.length).toBe(1);

      // It is not asked again, by the page's own scripts, which have begun when the goto returns.
      await page.goto('/careers');
      await expect(banner(page)).toBeHidden();
      expect(await storedChoice(page)).toEqual(stored);
      expect((await visit(page)) === null).toBe(!analytics);
      if (!analytics) expect(tagRequests).toEqual([]);
    });
  }
});

test('a choice applies to the other tabs too, and so does its withdrawal', async ({
  page,
  context,
  site,
}) => {
  await page.goto('/cookies');
  const other = await context.newPage();
  await other.goto('/careers');
  await expect(banner(other)).toBeVisible();
  await chooseCookies(page, 'Allow all');
  await expect(banner(other)).toBeHidden();
  await expect.poll(() => visit(other)).not.toBeNull();
  await expect
    .poll(async () => (await site.events()).map(({ page_name }) => page_name).sort())
    .toEqual(['/careers', '/cookies']);
  await withdraw(page, [other]);
  expect(await visit(other)).toBeNull();
  expect(await storedChoice(other)).toMatchObject({ analytics: false, marketing: false });
});

test('a choice that is older than a year is asked again', async ({ page, tagRequests }) => {
  await page.addInitScript(() => {
    const consent = { version: 1, necessary: true, analytics: true, marketing: true };
    localStorage.setItem('oriel-consent', JSON.stringify({ ...consent, updatedAt: '2024-01-01T00:00:00Z' }));
  });
  await page.goto('/cookies');
  await expect(banner(page)).toBeVisible();
  expect(await visit(page)).toBeNull();
  expect(tagRequests).toEqual([]);
});

test('a choice survives where only the cookie is left, and where only the storage is', async ({
  page,
  context,
}) => {
  await page.goto('/cookies');
  await chooseCookies(page, 'Reject all');
  const chosen = await storedChoice(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/careers');
  await expect(banner(page)).toBeHidden();

  await page.evaluate((choice) => localStorage.setItem('oriel-consent', JSON.stringify(choice)), chosen);
  await context.clearCookies();
  await page.goto('/cookies');
  await expect(banner(page)).toBeHidden();
  await expect.poll(async () => (await choiceCookie(context))?.choice).toEqual(chosen);
});
