import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A demo tour of several scenes that is open to everyone. */
export const HOTEL = '/experiences/vr/check-in-at-the-palm-court';
/** One that opens for tokens; everyone may stand in its lobby. */
export const LOCKED_HOTEL = '/experiences/vr/room-31-above-the-harbour';

/** Opens a tour and waits for its first picture. */
export async function enter(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByText('Loading immersive experience…')).toBeHidden();
}

/** The button that names the room in view and opens the list. */
export const roomButton = (page: Page) => page.getByRole('button', { name: /^Rooms:/ });

/** In the list of rooms; the doors of the scene are elsewhere. */
export const roomLink = (page: Page, title: string) =>
  page
    .getByRole('navigation', { name: 'Rooms of this tour' })
    .getByRole('link', { name: title, exact: true });

export async function expectRoom(page: Page, title: string): Promise<void> {
  await expect(roomButton(page)).toContainText(title);
}

const inScene = (page: Page) => page.getByRole('list', { name: 'In this scene' });
/** Doors are links, so that they can be opened in another tab. */
export const door = (page: Page, name: RegExp) => inScene(page).getByRole('link', { name });
export const spot = (page: Page, name: RegExp) => inScene(page).getByRole('button', { name });
