import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { APIRequestContext, Page, Request, TestInfo } from '@playwright/test';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { ownWorkspace } from '../support/studio.ts';

const PHOTO = 'content/media/photos/cinema-film.jpg';
const MEBIBYTE = 1024 * 1024;

/** Opens the files of a workspace that no other test uses. */
async function openFiles(page: Page, request: APIRequestContext): Promise<void> {
  const { session, workspace } = await ownWorkspace(request);
  await storeSession(page, session);
  await page.goto(`/studio/files?workspace=${workspace}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Files');
}

async function choose(page: Page, ...paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(paths);
}

const uploads = (page: Page) => page.getByRole('list', { name: 'Files on their way' }).getByRole('listitem');
const files = (page: Page) => page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem');

/** A file of several pieces, which is refused once it is complete. */
async function largeFile(testInfo: TestInfo): Promise<string> {
  const path = testInfo.outputPath('harbour.bin');
  await writeFile(path, randomBytes(2.5 * MEBIBYTE));
  return path;
}

const isPatch = (request: Request) => request.method() === 'PATCH' && request.url().includes('/uploads/');
const offsetOf = (request: Request) => Number(request.headers()['upload-offset']);

/** Lets the first piece of an upload pass, and holds the others. @returns lets all pass */
async function holdLaterPieces(page: Page): Promise<() => void> {
  let isHolding = true;
  await page.route('**/api/studio/uploads/*', async (route) => {
    if (isHolding && isPatch(route.request()) && offsetOf(route.request()) > 0) return;
    await route.continue();
  });
  return () => {
    isHolding = false;
  };
}

test('a photo becomes ready, a file of no use says why, and files are deleted', async ({
  page,
  request,
}, testInfo) => {
  await openFiles(page, request);
  await expect(page.getByText('Nothing here yet.')).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'no files');
  const raw = testInfo.outputPath('IMG_0001.insp');
  await writeFile(raw, randomBytes(5_000));

  await choose(page, PHOTO, raw);
  await expect(files(page)).toHaveCount(2);
  const photo = files(page).filter({ hasText: 'cinema-film.jpg' });
  await expect(photo).toContainText('360 photo, 2560 × 1280');
  await expect(photo).toContainText('Ready');
  const refused = files(page).filter({ hasText: 'IMG_0001.insp' });
  await expect(refused).toContainText('Not usable');
  await expect(refused).toContainText('Insta360 Studio');
  await expect(uploads(page)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '2 of 2 done' })).toBeAttached();
  await expect(page.getByText(/^\d+ KB of 200 GB$/)).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'two files');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page, 'the files on a phone');

  await page.getByRole('button', { name: 'Delete IMG_0001.insp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this file?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(files(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete IMG_0001.insp' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'IMG_0001.insp is deleted.' })).toBeVisible();
  await expect(files(page)).toHaveCount(1);
});

test('an upload pauses and resumes', async ({ page, request }, testInfo) => {
  await openFiles(page, request);
  const release = await holdLaterPieces(page);
  const path = await largeFile(testInfo);
  const second = page.waitForRequest((sent) => isPatch(sent) && offsetOf(sent) > 0);
  await choose(page, path);
  await second;
  await page.getByRole('button', { name: 'Pause harbour.bin' }).click();
  await expect(uploads(page)).toContainText('Paused');
  await expectNoBarrierInAnyTheme(page, 'a paused upload');
  release();
  const resumed = page.waitForRequest(isPatch);
  await page.getByRole('button', { name: 'Resume harbour.bin' }).click();
  expect(offsetOf(await resumed)).toBe(MEBIBYTE);
  await expect(files(page)).toContainText('Not usable');
});

test('a cancelled upload leaves nothing on the server', async ({ page, request }) => {
  await openFiles(page, request);
  await page.route('**/api/studio/uploads/*', (route) =>
    isPatch(route.request()) ? undefined : route.continue(),
  );
  const begun = page.waitForRequest(isPatch);
  await choose(page, PHOTO);
  await begun;
  const removed = page.waitForRequest((sent) => sent.method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel cinema-film.jpg' }).click();
  expect((await (await removed).response())?.status()).toBe(204);
  await expect(uploads(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('oriel-uploads'))).toBeNull();
});

test('after a reload the same file goes on where it stopped', async ({ page, request }, testInfo) => {
  await openFiles(page, request);
  const release = await holdLaterPieces(page);
  const path = await largeFile(testInfo);
  const second = page.waitForRequest((sent) => isPatch(sent) && offsetOf(sent) > 0);
  await choose(page, path);
  await second;
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  release();
  const resumed = page.waitForRequest(isPatch);
  await choose(page, path);
  expect(offsetOf(await resumed)).toBe(MEBIBYTE);
  await expect(files(page)).toContainText('Not usable');
  await expect(files(page)).toHaveCount(1);
});

test.describe('where requests fail', () => {
  test.use({ allowedErrors: [/status of 401|ERR_CONNECTION_RESET/] });
  test('an upload outlives a token that is refused, and a lost line', async ({ page, request }) => {
    await openFiles(page, request);
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('oriel-session') ?? '{}');
      localStorage.setItem('oriel-session', JSON.stringify({ ...session, token: 'expired' }));
    });
    let pieces = 0;
    await page.route('**/api/studio/uploads/*', (route) => {
      if (!isPatch(route.request())) return route.continue();
      pieces += 1;
      return pieces === 1 ? route.abort('connectionreset') : route.continue();
    });
    await choose(page, PHOTO);
    await expect(files(page)).toContainText('Ready');
    expect(pieces).toBe(2);
  });
});
