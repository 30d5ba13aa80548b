import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { NOTICE, type Room, type SiteOfRooms, startSiteOfRooms } from '../support/site-of-rooms.ts';
import { door, enter, expectRoom, spot } from '../support/tours.ts';

/** The two films follow each other, so that all four ways between a photo and a film are gone. */
const ROOMS: Room[] = [
  { title: 'Foyer', photo: 'museum-foyer' },
  { title: 'Gallery', photo: 'gallery' },
  { title: 'Library', photo: 'library' },
  { title: 'Fountain' },
  { title: 'Fireplace' },
  { title: 'Restaurant', photo: 'restaurant' },
  { title: 'Cellar', photo: 'wine-cellar' },
  { title: 'Bathhouse', photo: 'spa' },
  { title: 'Corridor', photo: 'hotel-corridor' },
  { title: 'Suite', photo: 'hotel-room' },
  { title: 'Terrace', photo: 'pool-terrace' },
  { title: 'Shop', photo: 'shop' },
];

const doorTo = (page: Page, { title }: Room) => door(page, new RegExp(`^To ${title},`));

/** Goes through all rooms, and through the door of each to the next. */
async function walk(page: Page, rooms: readonly Room[], pass: (next: Room) => Promise<void>): Promise<void> {
  for (const [index, room] of rooms.entries()) {
    await expectRoom(page, room.title);
    const next = rooms[index + 1];
    if (next === undefined) return;
    await expect(doorTo(page, next)).toBeAttached();
    await pass(next);
  }
}

// One site for both.
test.describe.configure({ mode: 'default' });

let site: SiteOfRooms;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await startSiteOfRooms(ROOMS);
});
test.afterAll(() => site?.stop());

test('a tour of twelve rooms, two of them films, is walked by keyboard alone and by pointer', async ({
  page,
}) => {
  await enter(page, site.url);
  /** What a screen reader says of each door on the way, and of the room behind it. */
  const heard: string[] = [];
  await walk(page, ROOMS, async (next) => {
    await page.keyboard.press('n');
    await expect(doorTo(page, next)).toBeFocused();
    heard.push(await doorTo(page, next).ariaSnapshot());
    await page.keyboard.press('Enter');
    const room = page.getByRole('status').filter({ hasText: next.title });
    await expect(room).toBeAttached();
    heard.push(await room.ariaSnapshot());
  });
  await test.info().attach('keyboard walk', { body: heard.join('\n'), contentType: 'text/plain' });
  const doors = heard.filter((_, index) => index % 2 === 0);
  expect(doors.map((text) => /"(.+)"/.exec(text)?.[1])).toEqual(
    ROOMS.slice(1).map(({ title }) => `To ${title}, way to another room, ahead`),
  );
  await walk(page, ROOMS.toReversed(), (next) => doorTo(page, next).click());
});

test('texts of a tour are shown as they are written, markup included', async ({ page }) => {
  await enter(page, site.url);
  const title = await page.title();
  await spot(page, /^A <b>notice<\/b>, information/).press('Enter');
  const card = page.getByRole('dialog', { name: NOTICE.label });
  await expect(card.getByText(NOTICE.text)).toBeVisible();
  await page.goto(`${site.url}?text`);
  await expect(page.getByText(NOTICE.text)).toBeVisible();
  await expect(page.getByText(NOTICE.label)).toBeVisible();
  expect(await page.title()).toBe(title);
});
