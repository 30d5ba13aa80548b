import type { Session } from '@oriel/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import { settings } from './settings.ts';
import { password, submit } from './sign-in.ts';

export const VISIT = '**/api/referrals/visit';
export const UNKNOWN_CODE = 'm_AAAAAAAAAAAAAAAAAAAAAA';

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const inMain = (page: Page, role: 'link' | 'button', name: string) =>
  page.getByRole('main').getByRole(role, { name, exact: true });
export const joinPath = (session: Session, next?: string) =>
  `/join?${new URLSearchParams({ ref: session.user.id, ...(next && { next }) })}`;
export const linkField = (page: Page) => settings(page).getByLabel('Your personal link');

/** The referral as it lies in the browser. */
export const storedReferral = (page: Page): Promise<Record<string, string> | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('oriel-referral') ?? 'null'));

export const storeReferral = (page: Page, value: Record<string, string>) =>
  page.evaluate((text) => localStorage.setItem('oriel-referral', text), JSON.stringify(value));

export async function fetchWallet(request: APIRequestContext, { token }: Session) {
  const headers = { authorization: `Bearer ${token}` };
  return (await (await request.get('/api/tokens/summary', { headers })).json()).wallet;
}

/** Holds the answers to a call back until the function that is returned is called. */
export async function holdResponses(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The form for signing up, filled in and sent. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill('New Comer');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await password(page).fill('a long enough one');
  await password(page, 'Confirm password').fill('a long enough one');
  await submit(page, 'Create account').click();
}
