import type { Page } from '@playwright/test';

/** The button of the menu of a member. */
export const accountButton = (page: Page) => page.getByRole('button', { name: /^Account:/ });

/** The settings over a page. */
export const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

/** A tab of the settings. */
export const tab = (page: Page, name: string) => settings(page).getByRole('tab', { name });
