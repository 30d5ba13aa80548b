import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ExperienceDetail } from '../../contract/src/index.ts';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { door, enter, expectRoom, LOCKED_HOTEL, roomButton, roomLink } from '../support/tours.ts';
import { accessRequests, signInWith } from '../support/unlocks.ts';

// What the browser itself notes of a refusal.
test.use({ allowedErrors: [/status of 40[123]/] });

test.describe('a tour with closed rooms', () => {
  test('lets guests stand in its lobby and tells at a closed door what it costs', async ({ page }) => {
    await enter(page, LOCKED_HOTEL);
    await expectRoom(page, 'Lobby');
    await door(page, /^Room 31, way to another room/).press('Enter');
    const offer = page.getByRole('dialog', { name: 'Room 31' });
    await expect(offer.getByText('100 tokens unlock this tour for good.')).toBeVisible();
    await expect(offer.getByText('Included in Plus and Pro.')).toBeVisible();
    await expect(offer.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectNoBarrierInAnyTheme(page, 'closed door');
    await page.keyboard.press('Escape');
    await expect(door(page, /^Room 31/)).toBeFocused();
    await expectRoom(page, 'Lobby');
  });

  test('guides guests through its lobby and ends with what the rest costs', async ({ page }) => {
    await enter(page, LOCKED_HOTEL);
    const start = page.getByRole('button', { name: 'Guided tour', exact: true });
    await start.click();
    const guide = page.getByRole('region', { name: 'Guided tour' });
    await guide.getByRole('button', { name: 'Step 2 of 2: Lobby' }).click();
    const offer = page.getByRole('dialog', { name: 'Room 31' });
    await expect(offer.getByText('100 tokens unlock this tour for good.')).toBeVisible();
    await expect(guide).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(start).toBeFocused();
  });

  test('shows the offer to guests whom a link leads to a closed room', async ({ page }) => {
    await enter(page, `${LOCKED_HOTEL}?scene=room`);
    const offer = page.getByRole('dialog', { name: 'Room 31' });
    await expect(offer.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(offer).toBeHidden();
    await expectRoom(page, 'Lobby');
  });

  test('opens to members in place, without leaving the room', async ({ page, request }) => {
    await signInWith(page, request, 'starter');
    const asked = accessRequests(page);
    await enter(page, LOCKED_HOTEL);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await roomButton(page).click();
    await roomLink(page, 'Room 31 (locked)').click();
    await page
      .getByRole('dialog', { name: 'Room 31' })
      .getByRole('button', { name: 'Unlock for 100 tokens' })
      .click();
    await expect(page.getByText('The tour is unlocked.')).toBeAttached();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectRoom(page, 'Lobby');
    expect(asked).toHaveLength(1);

    const room = roomLink(page, 'Room 31');
    await room.click();
    await expectRoom(page, 'Room 31');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await page.reload();
    await expectRoom(page, 'Room 31');
    await page.goBack();
    await expectRoom(page, 'Lobby');

    await giveGuideAVoice(page);
    await page.evaluate(() => localStorage.setItem('oriel-captions', 'large plain'));
    await enter(page, `${LOCKED_HOTEL}?scene=room&view=20,0,70`);
    await expectRoom(page, 'Room 31');
    await expect(page).toHaveURL(/\?scene=room&view=20,0,70$/);
    await expect(page.getByRole('dialog')).toBeHidden();

    // Captions of the guide are in the visitor's language, and look as those of films do.
    await page.getByRole('button', { name: 'Guided tour', exact: true }).press('Enter');
    const said = page.getByRole('region', { name: 'Guided tour' }).getByText('Come in.');
    await expect(said).toHaveAttribute('lang', 'en');
    const looks = () =>
      said.evaluate((element) => {
        const { fontSize, textShadow } = getComputedStyle(element);
        return { size: Number.parseFloat(fontSize), hasShadow: textShadow !== 'none' };
      });
    const { size, hasShadow } = await looks();
    expect(hasShadow).toBe(true);
    await page.evaluate(() => localStorage.setItem('oriel-captions', ''));
    await page.reload();
    await page.getByRole('button', { name: 'Guided tour', exact: true }).press('Enter');
    await expect.poll(looks).toEqual({ size: size / 1.5, hasShadow: false });
  });
});

/** Answers for the tour with a guide who speaks, in two languages. */
async function giveGuideAVoice(page: Page): Promise<void> {
  const caption = (language: string, text: string) => ({
    language,
    label: language,
    cues: [{ from: 0, to: 60, text }],
  });
  const voice = {
    audio: '/media/voice.mp3',
    captions: [caption('pt', 'Entre.'), caption('en', 'Come in.')],
  };
  await page.route('**/media/voice.mp3', (route) =>
    route.fulfill({ path: path.join(import.meta.dirname, '../../content/media/sounds/reading-room.mp3') }),
  );
  await page.route(/\/api\/vr360\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const tour: ExperienceDetail = await response.json();
    for (const step of tour.tour?.guide?.steps ?? []) Object.assign(step, voice);
    await route.fulfill({ response, json: tour });
  });
}
