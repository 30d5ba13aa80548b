import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';

test.describe('the phone for signing in', () => {
  // The demo has no access to WhatsApp: the server's part is tested with a stand-in for it.
  test('is confirmed with a code and removed again', async ({ page, request }) => {
    const { session } = await createMember(request);
    await storeSession(page, session);
    let phone: string | null = null;
    await page.route('**/api/auth/phone', (route) => {
      if (route.request().method() !== 'DELETE') return route.fulfill({ json: { isAvailable: true, phone } });
      phone = null;
      return route.fulfill({ json: { message: 'Your phone is no longer used for signing in.' } });
    });
    await page.route('**/api/auth/phone/request', (route) => route.fulfill({ json: { message: 'Sent.' } }));
    await page.route('**/api/auth/phone/verify', (route) => {
      expect(route.request().postDataJSON()).toEqual({ phone: '+919876543210', code: '123456' });
      phone = '+919876543210';
      return route.fulfill({ json: { message: 'Your phone is confirmed.', phone } });
    });
    await page.goto('/experiences?settings=password');
    const section = page.getByRole('region', { name: 'Sign in by phone' });
    const send = section.getByRole('button', { name: 'Send code by WhatsApp' });
    await section.getByLabel('Phone number').fill('98765 43210');
    await send.click();
    await expect(section.getByText(/with its country code/)).toBeVisible();
    await section.getByLabel('Phone number').fill('+91 98765 43210');
    await send.click();
    await expect(section.getByText('Sent to +919876543210 by WhatsApp')).toBeVisible();
    await section.getByLabel('Code', { exact: true }).fill('123 456');
    await section.getByRole('button', { name: 'Confirm phone' }).click();
    await expect(section.getByRole('status').filter({ hasText: 'Your phone is confirmed.' })).toBeVisible();
    await expectNoBarrierInAnyTheme(page);
    await section.getByRole('button', { name: 'Remove +919876543210' }).click();
    await expect(section.getByText('no longer used for signing in')).toBeVisible();
    await expect(section.getByText('Confirmed', { exact: true })).toHaveCount(0);
  });
});
