import type { BrowserContext, Page } from '@playwright/test';
import type { Consent } from '../../contract/src/shared/consent.ts';
import { expect } from './fixtures.ts';

const KEY = 'oriel-consent';

/** The question about cookies. */
export const banner = (page: Page) => page.getByRole('region', { name: 'Your choice about cookies' });
export const button = (page: Page, name: string) => banner(page).getByRole('button', { name, exact: true });
export const box = (page: Page, name: string) => banner(page).getByRole('checkbox', { name, exact: true });

/** At the foot of the page; opens the choice again. */
export const cookieSettings = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' });

/** The choice in local storage. */
export const storedChoice = (page: Page): Promise<Consent | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), KEY);

/** The number of this visit; null while nothing is measured. */
export const visit = (page: Page) => page.evaluate(() => sessionStorage.getItem('oriel-visit'));

/** The cookie with the choice. */
export async function choiceCookie(context: BrowserContext) {
  const found = (await context.cookies()).find(({ name }) => name === KEY);
  return found && { ...found, choice: JSON.parse(decodeURIComponent(found.value)) as Consent };
}

/** Answers the question that a first page asks. */
export async function chooseCookies(
  page: Page,
  name: 'Reject all' | 'Allow all' | 'Save preferences',
): Promise<void> {
  await button(page, name).click();
  await expect(banner(page)).toBeHidden();
}
