import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { chooseCookies } from '../support/consent.ts';
import { expect, test } from '../support/fixtures.ts';
import { door, enter, expectRoom, HOTEL, roomButton, roomLink, spot } from '../support/tours.ts';

test.describe('a booking', () => {
  test.use({ hasChosenCookies: false });

  test('is counted once for each press, in the scene and on a card', async ({ page, context }) => {
    await context.route('https://example.com/**', (route) => route.fulfill({ body: 'Booked' }));
    // What a page sends as it goes can be read in requests alone.
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'sendBeacon', { value: undefined }),
    );
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/analytics/events')) sent.push(request.postData() ?? '');
    });
    const counted = async () => {
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      return sent.join().match(/"tour-book"/g)?.length ?? 0;
    };
    await page.goto(`${HOTEL}?scene=restaurant`);
    await chooseCookies(page, 'Allow all');
    await Promise.all([
      context.waitForEvent('page'),
      door(page, /^Book a table \(example\.com\)/).press('Enter'),
    ]);
    await expect.poll(counted).toBe(1);

    await page.goto(`${HOTEL}?scene=room`);
    await spot(page, /^Book this room \(example\.com\), booking/).press('Enter');
    await expect.poll(counted).toBe(1);
    const link = page.getByRole('link', { name: 'Book at example.com' });
    await Promise.all([context.waitForEvent('page'), link.press('Enter')]);
    await expect.poll(counted).toBe(2);
  });
});

test.describe('a tour of several rooms', () => {
  test('leads from room to room, and Back walks back with the view as it was', async ({ page }) => {
    await enter(page, HOTEL);
    await expectRoom(page, 'Lobby');
    await expect(page).toHaveURL(new RegExp(`${HOTEL}$`));

    await roomButton(page).click();
    await roomLink(page, 'Restaurant').click();
    await expectRoom(page, 'Restaurant');
    await expect(page).toHaveURL(/\?scene=restaurant$/);
    await expect(page.getByRole('status').filter({ hasText: 'Restaurant' })).toBeAttached();

    await page.getByRole('group', { name: 'Look at' }).getByRole('button', { name: 'The bar' }).click();
    await expect(page).toHaveURL(/\?scene=restaurant&view=90,-4,62$/);

    await roomLink(page, 'Lobby').click();
    await expectRoom(page, 'Lobby');
    await page.goBack();
    await expectRoom(page, 'Restaurant');
    await expect(page).toHaveURL(/\?scene=restaurant&view=90,-4,62$/);
    await page.goBack();
    await expectRoom(page, 'Lobby');
    await expect(page).toHaveURL(new RegExp(`${HOTEL}$`));
    await page.goForward();
    await expectRoom(page, 'Restaurant');
    // The focus turns the view to the door before it is passed.
    await door(page, /^Lobby, through the green door, way to another room/).press('Enter');
    await expectRoom(page, 'Lobby');
    await page.goBack();
    await expectRoom(page, 'Restaurant');
  });

  test('opens with the room and view of its address, and ignores nonsense', async ({ page, request }) => {
    const html = await (await request.get(`${HOTEL}?scene=spa&view=-142,-4,58`)).text();
    expect(html).toContain('Bathhouse</span>');
    await enter(page, `${HOTEL}?scene=spa&view=-142,-4,58`);
    await expectRoom(page, 'Bathhouse');
    // Browsers refuse too many changes of the history: no more than two a second are made.
    const changes = await page.evaluateHandle(() => {
      const { history } = window;
      const replace = history.replaceState.bind(history);
      const times: number[] = [];
      history.replaceState = (...given) => {
        times.push(performance.now());
        replace(...given);
      };
      return times;
    });
    await page.keyboard.press('ArrowRight', { delay: 200 });
    await expect(page).toHaveURL(/\?scene=spa&view=-1[0-3]\d(?:\.\d)?,-4,58$/);
    const pauses = await changes.evaluate((times) =>
      times.slice(1).map((ms, index) => ms - (times[index] ?? 0)),
    );
    expect(Math.min(...pauses, 500)).toBeGreaterThan(490);

    await enter(page, `${HOTEL}?scene=../../etc&view=NaN,1e9,x`);
    await expectRoom(page, 'Lobby');
    await enter(page, `${HOTEL}?scene=attic`);
    await expectRoom(page, 'Lobby');
  });

  test('shows what its hotspots hold and gives the focus back', async ({ page, context }) => {
    await enter(page, `${HOTEL}?scene=room`);
    const picture = spot(page, /^A table is kept for you, picture/);
    await picture.press('Enter');
    const card = page.getByRole('dialog', { name: 'A table is kept for you' });
    await expect(card.getByRole('img', { name: /^A round table laid for four/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(picture).toBeFocused();

    await spot(page, /^Book this room \(example\.com\), booking/).press('Enter');
    const booking = page.getByRole('dialog', { name: 'Book this room' });
    await expect(booking.getByRole('link', { name: 'Book at example.com' })).toHaveAttribute(
      'href',
      'https://example.com/hotel-almedra/rooms/sea-view',
    );
    await expectNoBarrierInAnyTheme(page, 'card');
    await booking.getByRole('button', { name: 'Close' }).click();
    await expect(booking).toBeHidden();

    await page.goto(`${HOTEL}?scene=restaurant`);
    const direct = page.getByRole('link', { name: /^Book a table \(example\.com\)/ });
    await expect(direct).toHaveAttribute('target', '_blank');
    expect(context.pages()).toHaveLength(1);

    // What is heard in the room is loaded when it is asked for.
    const sounds = page.getByRole('button', { name: 'Sounds of this room' });
    await expect(sounds).toHaveAttribute('aria-pressed', 'false');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.resourceType() === 'media'),
      sounds.press('Enter'),
    ]);
    expect(new URL(request.url()).pathname).toMatch(/^\/media\//);
    await expect(sounds).toHaveAttribute('aria-pressed', 'true');
  });

  test('plays the film of a hotspot when that is pressed, and its poster stands before', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const isFilm = (path: string) => path.endsWith('/video.mp4');
    await enter(page, HOTEL);
    const clip = spot(page, /^From noon to midnight, film/);
    await clip.press('Enter');
    const card = page.getByRole('dialog', { name: 'From noon to midnight' });
    const film = card.locator('video');
    const state = () =>
      film.evaluate(({ paused, currentTime }: HTMLVideoElement) => ({ paused, hasBegun: currentTime > 0 }));
    await expect.poll(() => requests.filter((path) => path.endsWith('/poster.jpg'))).toHaveLength(1);
    const ratio = async () => {
      const { width, height } = (await film.boundingBox()) ?? { width: 0, height: 1 };
      return width / height;
    };
    await expect.poll(ratio).toBeCloseTo(16 / 9, 1);
    expect(await state()).toEqual({ paused: true, hasBegun: false });
    expect(requests.filter(isFilm)).toEqual([]);
    await expectNoBarrierInAnyTheme(page, 'film card');

    const play = card.getByRole('button', { name: 'Play From noon to midnight' });
    await play.click();
    await expect.poll(state).toEqual({ paused: false, hasBegun: true });
    await expect(film).toBeFocused();
    expect(requests.some(isFilm)).toBe(true);
    const captions = card.getByRole('button', { name: 'Captions' });
    const shownCue = () =>
      film.evaluate(({ textTracks }: HTMLVideoElement) => {
        const shown = [...textTracks].find(({ mode }) => mode === 'showing')?.activeCues?.[0];
        return (shown as VTTCue | undefined)?.text;
      });
    await expect.poll(shownCue).toBe('Noon');
    await captions.press('Enter');
    expect(await shownCue()).toBeUndefined();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(clip).toBeFocused();
    await clip.press('Enter');
    await play.press('Enter');
    await expect.poll(state).toEqual({ paused: false, hasBegun: true });
    await expect(captions).toHaveAttribute('aria-pressed', 'false');
    await captions.press('Enter');
    await expect.poll(shownCue).toBeTruthy();
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(film).toBeInViewport({ ratio: 1 });
    await card.getByRole('button', { name: 'Close' }).click();
    await expect(clip).toBeFocused();
  });

  test('is a film in one of its rooms, with controls that go with it', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (/\/assets\/(captions|cues|caption-\w+)-[^/]+\.js$/.test(request.url())) scripts.push(request.url());
    });
    await enter(page, `${HOTEL}?scene=terrace`);
    await door(page, /^Stay until nightfall/).press('Enter');
    await expectRoom(page, 'Terrace at nightfall');
    await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled();
    const heard = page.getByText(/\[(Water|Crickets)/);
    await expect(heard).toBeVisible();
    await page.getByRole('button', { name: 'Captions' }).press('Enter');
    await expect(heard).toBeHidden();
    await page.getByRole('button', { name: 'Captions' }).press('Enter');
    await expect(heard).toBeVisible();
    let weight = 0;
    for (const url of new Set(scripts))
      weight += gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length;
    expect(weight).toBeGreaterThan(1000);
    expect(weight).toBeLessThan(2130);
    const looks = () =>
      heard.evaluate((element) => {
        const { fontSize, backgroundColor } = getComputedStyle(element);
        return [Number.parseFloat(fontSize), backgroundColor] as const;
      });
    let size = 0;
    // A cue that the next one has just replaced has no size.
    await expect(async () => {
      [size] = await looks();
      expect(size).toBeGreaterThan(0);
    }).toPass();
    await page.getByRole('button', { name: 'Caption style' }).press('Enter');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => isClearOf(heard, page.getByRole('group', { name: 'Caption style' }))).toBe(true);
    await page.getByRole('checkbox', { name: 'Large text' }).press('Space');
    await page.getByRole('checkbox', { name: 'Dark background' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('checkbox', { name: 'Large text' })).toBeHidden();
    await page.reload();
    await expect.poll(looks).toEqual([1.5 * size, 'rgba(0, 0, 0, 0)']);
    await page.goBack();
    await expect(heard).toBeHidden();
    await expectRoom(page, 'Pool terrace');
    await expect(page.getByRole('slider', { name: 'Position' })).toBeHidden();
  });

  test('keeps the sound of its film on where the visitor has turned it on', async ({ page }) => {
    await enter(page, `${HOTEL}?scene=nightfall&view=120,0,75`);
    // The pool is to the left of what is in view.
    await expect(page.getByText(/\[Water/)).toHaveText(/^← /);
    await page.getByRole('button', { name: 'Sound on' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
    await door(page, /^Lobby/).press('Enter');
    await expectRoom(page, 'Lobby');
    await page.evaluate(() => {
      const create = document.createElement.bind(document);
      document.createElement = ((name: string, options?: ElementCreationOptions) => {
        const element = create(name, options);
        if (name === 'video') Object.assign(window, { film: element });
        return element;
      }) as typeof document.createElement;
    });
    await page.goBack();
    await expectRoom(page, 'Terrace at nightfall');
    await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
    const film = () =>
      page.evaluate(() => {
        const { muted, paused } = (window as typeof window & { film: HTMLVideoElement }).film;
        return { muted, paused };
      });
    await expect.poll(film).toEqual({ muted: false, paused: false });
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  test('is left by its own Back button, however many rooms were visited', async ({ page }) => {
    await page.goto('/categories');
    await page.goto('/experiences?q=Hotel+Almedra');
    await page.getByRole('link', { name: 'Check-in at the palm court', exact: true }).first().click();
    await expectRoom(page, 'Lobby');
    for (const title of ['Bathhouse', 'Restaurant']) {
      if ((await roomButton(page).getAttribute('aria-expanded')) === 'false') await roomButton(page).click();
      await roomLink(page, title).click();
      await expectRoom(page, title);
    }
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/experiences\?q=Hotel\+Almedra$/);
  });

  test('has no barriers and fits small screens', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await enter(page, HOTEL);
    await roomButton(page).click();
    const rooms = page.getByRole('navigation', { name: 'Rooms of this tour' });
    await expect(rooms.getByRole('link')).toHaveCount(8);
    await expect(rooms.getByRole('link', { name: 'Lobby' })).toHaveAttribute('aria-current', 'true');
    await expectNoBarrierInAnyTheme(page, 'rooms');
    const scrolled = await page.evaluate(() => {
      const main = document.querySelector('main');
      return [main?.scrollLeft, main?.scrollTop, document.documentElement.scrollWidth];
    });
    expect(scrolled).toEqual([0, 0, 320]);
    await page.keyboard.press('Escape');
    await expect(rooms).toBeHidden();
    await expect(roomButton(page)).toBeFocused();

    await page.goto(`${HOTEL}?text`);
    await expect(page.getByRole('heading', { name: 'A walk through all of it' })).toBeVisible();
    await expectNoBarrierInAnyTheme(page, 'text');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a tour can be read, every room and hotspot of it', async ({ page, request }) => {
    await page.goto(HOTEL);
    await page.getByRole('link', { name: 'Read this tour' }).click();
    await expect(page.getByRole('heading', { name: 'Hotel Almedra' })).toBeVisible();
    for (const id of ['lobby', 'corridor', 'room', 'bathroom', 'restaurant', 'spa', 'terrace', 'nightfall']) {
      const { hotspots, title } = await (
        await request.get(`/api/vr360/check-in-at-the-palm-court/scenes/${id}`)
      ).json();
      const room = page.getByRole('region', { name: title, exact: true });
      await expect(room.getByRole('listitem')).toHaveCount(hotspots.length);
      for (const { label, text } of hotspots) {
        await expect(room.getByText(label, { exact: true }).first()).toBeAttached();
        if (text) await expect(room.getByText(text).first()).toBeAttached();
      }
    }
    await page.getByRole('region', { name: 'Lobby' }).getByRole('link', { name: 'Restaurant' }).click();
    await expect(page).toHaveURL(/#room-restaurant$/);
  });
});

/** Whether one lies fully above the other. */
async function isClearOf(upper: Locator, lower: Locator): Promise<boolean> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  return above !== null && below !== null && above.y + above.height <= below.y;
}
