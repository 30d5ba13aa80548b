import type { Experience, Session, User } from '@oriel/contract';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

/** The button that sends the form. */
export const submit = (page: Page, name: string) =>
  page.locator('form').getByRole('button', { name, exact: true });
export const password = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true });
export const errorBox = (page: Page) => page.getByRole('alert');
export const successBox = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** The session as it lies in the browser. */
export const storedSession = (page: Page): Promise<Session | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('oriel-session') ?? 'null'));

/** The profile of who is signed in, as the server knows it. */
export async function profile(page: Page): Promise<User> {
  const headers = { authorization: `Bearer ${(await storedSession(page))?.token}` };
  return (await (await page.request.get('/api/auth/me', { headers })).json()).user;
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** A tour that guests may not open. */
export async function lockedTour(request: APIRequestContext): Promise<Experience> {
  const tours: Experience[] = await (await request.get('/api/vr360')).json();
  const tour = tours.find(({ isPermission }) => !isPermission);
  if (!tour) throw new Error('The demo has no locked tour.');
  return tour;
}
