import type { Experience } from '@oriel/contract';
import type { APIRequestContext } from '@playwright/test';
import { HOTEL } from '../support/tours.ts';
import { expect, test } from './fixtures.ts';
import { button, type Tab } from './tab.ts';

const STAGE = '[role="application"]';
const LOADING = 'Loading immersive experience…';

async function findOpen(
  request: APIRequestContext,
  mediaType: Experience['mediaType'],
  isFitting: (tour: Experience) => boolean = () => true,
): Promise<string> {
  const list: Experience[] = await (await request.get('/api/vr360?limit=100')).json();
  const tour = list.find((one) => one.isPermission && one.mediaType === mediaType && isFitting(one));
  if (!tour) throw new Error(`The demo has no ${mediaType} that is open to everyone.`);
  return `/experiences/vr/${tour.slug}`;
}

async function enter(tab: Tab, path: string): Promise<void> {
  await tab.goto(path);
  await tab.find({ css: STAGE });
  await expect
    .poll(() => tab.run((text) => document.body.innerText.includes(text), LOADING), 'the tour is loaded')
    .toBe(false);
}

/** The view in the address; undefined at the beginning. */
const view = (tab: Tab) => tab.run(() => new URLSearchParams(location.search).get('view'));

test('a photo is dragged, and turned by keys', async ({ tab }) => {
  await enter(tab, `${HOTEL}?scene=room`);
  await tab.drag([700, 350], [450, 350]);
  await expect.poll(() => view(tab)).not.toBeNull();
  const dragged = await view(tab);
  for (let presses = 0; presses < 5; presses += 1) await tab.press('ArrowRight');
  await expect.poll(() => view(tab)).not.toBe(dragged);
  // Something other than one colour is drawn.
  const isDrawn = await tab.run(
    (css) => document.querySelectorAll(`${css} canvas, canvas`).length > 0,
    STAGE,
  );
  expect(isDrawn).toBe(true);
});

test('a door leads to the next room, and Back returns', async ({ tab }) => {
  await enter(tab, `${HOTEL}?scene=restaurant`);
  const room = () =>
    tab.run(
      () =>
        [...document.querySelectorAll('button')]
          .map(({ innerText }) => innerText)
          .find((text) => /^Rooms:/.test(text)) ?? '',
    );
  await expect.poll(room).toContain('Restaurant');
  const focused = await tab.run(() => {
    const door = [...document.querySelectorAll<HTMLElement>('ol[aria-label="In this scene"] a')].find((one) =>
      /^Lobby, through the green door/.test(one.getAttribute('aria-label') ?? one.textContent ?? ''),
    );
    door?.focus();
    return document.activeElement === door;
  });
  expect(focused).toBe(true);
  await tab.press('Enter');
  await expect.poll(room).toContain('Lobby');
  await tab.run(() => history.back());
  await expect.poll(room).toContain('Restaurant');
});

test('a film plays and is sought', async ({ tab, request }) => {
  const path = await findOpen(request, 'video');
  await tab.goto(path);
  const canPlay = await tab.run(
    () => document.createElement('video').canPlayType('video/mp4; codecs="avc1.64001f"') !== '',
  );
  test.skip(!canPlay, 'This build has no H.264.');
  await enter(tab, path);
  const slider = await tab.find({ css: 'input[type="range"]' });
  expect(slider.width).toBeGreaterThan(100);
  const position = () =>
    tab.run(() => Number(document.querySelector<HTMLInputElement>('input[type="range"]')?.value));
  // A press is not taken while the film is still being loaded.
  await expect
    .poll(async () => {
      await tab.clickAt(slider.x, slider.y);
      return position();
    })
    .toBeGreaterThan(35);
});

test('an embedded plan of ours is shown, and a tour in a frame starts', async ({ tab, request }) => {
  await tab.goto(await findOpen(request, 'embed', ({ vrUrl }) => vrUrl?.includes('/embeds/') === true));
  await tab.find({ css: 'iframe' });
  const [width = 0, height = 0] = await tab.run(() => {
    const box = document.querySelector('iframe')?.getBoundingClientRect();
    return [box?.width ?? 0, box?.height ?? 0];
  });
  expect(Math.min(width, height)).toBeGreaterThan(300);
  await tab.goto('/embed/check-in-at-the-palm-court');
  await tab.click(button('Look around'));
  await tab.find({ css: STAGE });
});

test('a locked tour says what it takes', async ({ tab, request }) => {
  const list: Experience[] = await (await request.get('/api/vr360?limit=100')).json();
  const locked = list.find((one) => !one.isPermission && one.tokensRequired > 0 && one.mediaType === 'photo');
  await tab.goto(`/experiences/vr/${locked?.slug}`);
  await tab.expectText(`${locked?.tokensRequired} tokens`, 'main');
  await tab.click({ css: 'main button', name: 'Sign in' });
  await tab.find({ css: 'dialog[open] input[type="email"]' });
});
