import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const THEMES = ['white', 'cream', 'dark'] as const;

/** The button of the menu of a member. */
export const accountButton = (page: Page) => page.getByRole('button', { name: /^Account:/ });

/** The settings over a page. */
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

/** A tab of the settings. */
export const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name });

/** Fails on everything that axe finds in the page's three themes. */
export async function expectNoBarrier(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    await page.waitForTimeout(400);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }));
    expect(found, theme).toEqual([]);
  }
}
