import { createMember } from '../support/members.ts';
import { gatedTour } from '../support/unlocks.ts';
import { topUp, totalBalance } from '../support/wallet.ts';
import { expect, test } from './fixtures.ts';
import { button, field, tab as tabNamed } from './tab.ts';

test('a wrong password is refused, and the right one signs in', async ({ tab, request }) => {
  const { email, password } = await createMember(request);
  await tab.goto('/login?next=%2Fcategories');
  await tab.fill(field('Email'), email);
  await tab.fill(field('Password'), 'not this one');
  await tab.click({ css: 'form button[type="submit"]', name: 'Sign in' });
  await tab.expectText('Invalid email or password', '[role="alert"]');
  await tab.fill(field('Password'), password);
  await tab.click({ css: 'form button[type="submit"]', name: 'Sign in' });
  await tab.expectUrl(/^\/categories$/);
  await tab.find(button('Ada Lovelace'));
});

test('the settings show their tabs, and the focus returns', async ({ tab, request }) => {
  const { session } = await createMember(request);
  await tab.signIn(session);
  await tab.goto('/categories?settings=subscription');
  await tab.find({ css: '[role="tabpanel"]' });
  const names = await tab.run(() =>
    [...document.querySelectorAll('[role="tab"]')].map(({ textContent }) => textContent ?? ''),
  );
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    await tab.click(tabNamed(name));
    await expect
      .poll(() => tab.run(() => document.querySelector('[role="tab"][aria-selected="true"]')?.textContent))
      .toBe(name);
    await tab.find({ css: '[role="tabpanel"]' });
  }
  await tab.press('Escape');
  await tab.expectUrl(/^\/categories$/);
});

test('a top-up is cancelled, then paid', async ({ tab, request }) => {
  const { session } = await createMember(request);
  await tab.signIn(session);
  await tab.goto('/categories?settings=subscription');
  await tab.click(button('Top-Up Now'));
  await tab.click(button('Confirm'));
  await tab.find(button('Pay ₹199'));
  await tab.click(button('Cancel'));
  await tab.expectText('Payment was cancelled.');
  await tab.click(button('Top-Up Now'));
  await tab.click(button('Confirm'));
  await tab.click(button('Pay ₹199'));
  await tab.expectText('Payment Successful', 'dialog');
  await tab.click(button('OK'));
  expect(await totalBalance(request, session)).toBe(100);
});

test('a tour is unlocked in place', async ({ tab, request }) => {
  const { session } = await createMember(request);
  await topUp(request, session);
  const tour = await gatedTour(request);
  await tab.signIn(session);
  await tab.goto(`/experiences/vr/${tour.slug}`);
  await tab.click(button('Unlock for 100 tokens'));
  await tab.find({ css: '[role="application"]' });
  expect(await totalBalance(request, session)).toBe(0);
});
