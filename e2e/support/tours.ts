import type { APIRequestContext, Page } from '@playwright/test';
import type { Experience, ExperienceDetail } from '../../contract/src/index.ts';
import { expect } from './fixtures.ts';

/** A demo tour of several scenes that is open to everyone. */
export const HOTEL = '/experiences/vr/check-in-at-the-palm-court';
/** One that opens for tokens; everyone may stand in its lobby. */
export const LOCKED_HOTEL = '/experiences/vr/room-31-above-the-harbour';

/** The first demo tour that fits. */
export async function findTour(
  request: APIRequestContext,
  fits: (experience: Experience) => boolean,
): Promise<ExperienceDetail> {
  const list: Experience[] = await (await request.get('/api/vr360?limit=100')).json();
  const found = list.find(fits);
  if (!found) throw new Error('The demo catalogue has no such tour among its first hundred.');
  return await (await request.get(`/api/vr360/${found.slug}`)).json();
}

const freeTour = (request: APIRequestContext, kind: Experience['mediaType']) =>
  findTour(request, ({ isPermission, mediaType }) => isPermission && mediaType === kind);
export const freePhoto = (request: APIRequestContext) => freeTour(request, 'photo');
export const freeVideo = (request: APIRequestContext) => freeTour(request, 'video');

export const pageOf = ({ slug }: Pick<Experience, 'slug'>) => `/experiences/vr/${slug}`;

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

/** Opens the help as visitors ask for it, whether or not its hint of the beginning is still there. */
export async function openHelp(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Help', exact: true }).press('Enter');
    await expect(page.getByRole('complementary', { name: 'How to look around' })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
}
