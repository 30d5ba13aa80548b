import { freshEmail } from '../support/members.ts';
import { expect, test } from './fixtures.ts';
import { button, field, heading, link } from './tab.ts';

const BANNER = 'section[data-place]';

test('the home page leads to the library', async ({ tab }) => {
  await tab.goto('/landing');
  await tab.find(heading('Look before you book'));
  await tab.click(link('Get Started'));
  await tab.expectUrl(/^\/experiences$/);
  await tab.expectCount('main article', (count) => count >= 12);
});

test('three themes, and the chosen one after a reload', async ({ tab }) => {
  await tab.goto('/categories');
  const look = () =>
    tab.run(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]);
  const seen = new Set<string>();
  for (const theme of ['White', 'Dark', 'Cream', 'Dark']) {
    await tab.click({ css: 'footer fieldset label', name: theme });
    await expect.poll(async () => (await look())[0]).toBe(theme.toLowerCase());
    seen.add((await look()).join(' '));
  }
  expect(seen.size).toBe(3);
  await tab.reload();
  expect((await look())[0]).toBe('dark');
});

test.describe('cookies', () => {
  test.use({ hasChosenCookies: false });

  test('are asked for once, and again on request', async ({ tab }) => {
    await tab.goto('/categories');
    await tab.click(button('Allow all'));
    await tab.expectGone({ css: BANNER });
    const stored = await tab.run(() => localStorage.getItem('oriel-consent'));
    expect(JSON.parse(stored ?? '')).toMatchObject({ analytics: true, marketing: true });
    await tab.reload();
    await tab.click(button('Cookie settings'));
    await tab.click(button('Save preferences'));
    await tab.expectGone({ css: BANNER });
  });
});

test('the contact form is sent', async ({ tab }) => {
  await tab.goto('/contact');
  await tab.fill(field('Name'), 'Ada Lovelace');
  await tab.fill(field('Email'), freshEmail());
  await tab.fill(field('Phone'), '98765 43210');
  await tab.fill({ css: 'main textarea', name: 'Message' }, 'May I show you our house?');
  await tab.click({ css: 'main input[type="checkbox"]' });
  await tab.click(button('Send message'));
  await tab.expectText('Thank you for contacting the company.');
});

test('the menu of a narrow window leads to a page', async ({ tab }) => {
  // No narrower window of WebKit's browser can be had.
  await tab.resize(480, 800);
  await tab.goto('/experiences');
  await tab.click(button('Open menu'));
  await tab.click(link('Contact'));
  await tab.expectUrl(/^\/contact$/);
  await tab.expectGone(button('Close menu'));
  const overflow = await tab.run(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
