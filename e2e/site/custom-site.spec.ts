import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SAMPLE_BRAND, writeSampleBrand } from '../../server/testing/brand.ts';
import { type ServerProcess, startServer } from '../../server/testing/server-process.ts';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';
import { plan, success, wallet } from '../support/wallet-dialogs.ts';

const { name: NAME, colours } = SAMPLE_BRAND;

let folder: string;
let server: ServerProcess;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  folder = mkdtempSync(path.join(tmpdir(), 'oriel-brand-'));
  chmodSync(folder, 0o755);
  const brand = path.join(folder, 'brand');
  mkdirSync(brand);
  server = await startServer(path.join(folder, 'data'), {
    SITE_FILE: writeSampleBrand(brand),
    PASSWORD_MIN_LENGTH: '12',
  });
});
test.afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.exit;
  rmSync(folder, { recursive: true, force: true });
});

test('a site with its own configuration shows its colours, fonts, logo and payment window, and no other name', async ({
  page,
  request,
}) => {
  const { url } = server;
  const data = { email: 'anna@example.org', password: 'a quiet corridor at noon', firstName: 'Anna' };
  const session = await (await request.post(`${url}/api/auth/signup`, { data })).text();
  await page.goto(`${url}/auth/error`);
  await page.evaluate((text) => localStorage.setItem('oriel-session', text), session);
  await page.goto(`${url}/careers?settings=subscription`);
  await expect(page).toHaveTitle(new RegExp(NAME));

  // What the style of the brand says is what the page shows, under its policy.
  const look = () =>
    page.evaluate(() => ({
      gold: getComputedStyle(document.documentElement).getPropertyValue('--gold').trim(),
      background: getComputedStyle(document.body).backgroundColor,
      frame: document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content,
      letters: getComputedStyle(document.body).fontFamily,
      headings: getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily,
    }));
  expect(await look()).toMatchObject({
    gold: colours.gold,
    background: 'rgb(238, 243, 248)',
    frame: colours.cream,
    letters: expect.stringContaining('Brand Text'),
    headings: expect.stringContaining('Georgia'),
  });
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      ),
    )
    .toContain('Brand Text');
  // The menu of small screens shows it as well.
  const logo = (theme: string) => page.locator(`header img[data-for="${theme}"]`).first();
  await expect(logo('light')).toHaveJSProperty('naturalWidth', 160);

  await expect(plan(page, 'Plus')).toBeVisible();
  await expect(wallet(page)).toContainText('€799');
  await expectNoBarrierInAnyTheme(page);
  // The barrier check has left the dark theme on.
  await expect(logo('light')).toBeHidden();
  await expect(logo('dark')).toBeVisible();
  expect((await look()).gold).not.toBe(colours.gold);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'cream';
  });

  await plan(page, 'Plus').check();
  await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const paymentWindow = page.getByRole('dialog', { name: `Pay ${NAME}` });
  const payButton = paymentWindow.getByRole('button', { name: 'Pay €799' });
  await expect(payButton).toHaveCSS('background-color', 'rgb(29, 79, 145)');
  expect(await paymentWindow.textContent()).not.toMatch(/oriel/i);
  await payButton.click();
  await expect(success(page)).toContainText('€799');
  await success(page).getByRole('button').last().click();
  await expect(settings(page)).toBeVisible();
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/oriel/i);

  // Forms ask for passwords as long as the site's setting says.
  await settings(page).getByRole('tab', { name: 'Password update' }).click();
  await expect(settings(page).getByPlaceholder('At least 12 characters')).toBeVisible();
});
