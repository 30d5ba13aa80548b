import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL } from '../support/tours.ts';

const AT_THE_BAR = `${HOTEL}?scene=restaurant&view=90,-4,62`;

test('a view is shared with its picture, its address and code for other websites', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, AT_THE_BAR);
  await expectRoom(page, 'Restaurant');
  const button = page.getByRole('button', { name: 'Share this view' });
  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Share this view' });
  const picture = sheet.getByRole('img', { name: /, as you see it now$/ });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1500);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByRole('status')).toHaveText('The link is copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname + new URL(link).search).toBe(AT_THE_BAR);
  await sheet.getByText('Put it on your website').click();
  await expect(sheet.getByLabel('Code for your website')).toHaveValue(
    /^<iframe src="[^"]+\/embed\/[^"]+\?scene=restaurant&amp;view=90,-4,62" /,
  );
  // Its own keys are no one else's.
  for (const key of ['ArrowRight', 'ArrowUp', '+'])
    await sheet.getByLabel('Code for your website').press(key);
  await expectNoBarrierInAnyTheme(page, 'share sheet');
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save picture' }).click();
  expect((await download).suggestedFilename()).toBe('check-in-at-the-palm-court.jpg');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(page).toHaveURL(AT_THE_BAR);

  // Sites that the link is posted on show the same view.
  const html = await (await request.get(AT_THE_BAR)).text();
  const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(new URL(image).pathname).toMatch(/^\/share-images\//);
  const response = await request.get(new URL(image).pathname + new URL(image).search);
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});
