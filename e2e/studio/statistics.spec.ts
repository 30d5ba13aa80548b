import type { StudioTour } from '@oriel/contract';
import { gazeBin } from '../../contract/src/shared/gaze.ts';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { ownWorkspace, signForFiles } from '../support/studio.ts';

const PHOTO = 'content/media/photos/cinema-film.jpg';
const DEGREE = Math.PI / 180;
const consent = encodeURIComponent(
  JSON.stringify({
    version: 1,
    necessary: true,
    analytics: true,
    marketing: false,
    updatedAt: new Date().toISOString(),
  }),
);

test('a team sees what visitors do in its tour, and where they look', async ({ page, request }) => {
  const { session, workspace } = await ownWorkspace(request);
  await storeSession(page, session);
  await page.goto(`/studio/files?workspace=${workspace}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(PHOTO);
  await expect(page.getByRole('list', { name: 'Files', exact: true })).toContainText('Ready');

  const headers = { authorization: `Bearer ${session.token}` };
  const { media } = await (await request.get(`/api/studio/media?workspace=${workspace}`, { headers })).json();
  const slug = `cinema-${workspace
    .slice(2, 12)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, 'x')}`;
  const data = {
    title: 'The cinema',
    propertyName: 'Cinema House',
    description: 'Three hundred seats.',
    price: 0,
    slug,
    category: (await (await request.get('/api/categories')).json())[0].categoryid,
    document: {
      version: 1,
      start: 'hall',
      scenes: [
        {
          id: 'hall',
          title: 'Auditorium',
          media: media[0].asset,
          view: { yaw: 0, pitch: 0, fov: 75 },
          hotspots: [
            { id: 'film', kind: 'info', at: { yaw: 20, pitch: 0 }, label: 'Tonight', text: 'A long film.' },
          ],
        },
      ],
    },
  };
  const created = await request.post(`/api/studio/tours?workspace=${workspace}`, { headers, data });
  const tour: StudioTour = await created.json();
  await page.goto(`/studio/tours/${tour.id}?workspace=${workspace}`);
  await page.getByRole('link', { name: 'Statistics' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistics');
  await expect(page.getByRole('heading', { name: 'Nothing measured inside the tour yet' })).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'no statistics');

  await signForFiles(request, session, workspace);
  const published = await request.post(`/api/studio/tours/${tour.id}/publication?workspace=${workspace}`, {
    headers: { ...headers, 'if-match': '"1"' },
  });
  expect(published.status(), await published.text()).toBe(200);
  for (let view = 0; view < 3; view += 1) await request.post(`/api/vr360/${slug}/view`, { data: {} });
  const gaze = (yaw: number, pitch: number, ms: number) => [gazeBin(yaw * DEGREE, pitch * DEGREE), ms];
  const report = {
    scenes: [
      {
        scene: 'hall',
        ms: 50_000,
        gaze: [gaze(5, 5, 30_000), gaze(-15, 5, 8000), gaze(15, -5, 8000), gaze(95, -5, 4000)],
        presses: { film: 4 },
      },
    ],
  };
  const accepted = await request.post(`/api/vr360/${slug}/attention`, {
    data: report,
    headers: { cookie: `oriel-consent=${consent}` },
  });
  expect(await accepted.json()).toEqual({ accepted: true });

  await page.reload();
  await expect(page.getByRole('region', { name: 'Views' })).toContainText('3');
  await page.getByText('Views as a table').press('Enter');
  await expect(page.getByRole('region', { name: 'Views' }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row', { name: /Auditorium/ }).first()).toContainText('0:50');
  await expect(page.getByRole('row', { name: /Tonight/ })).toContainText('4');
  await expect(page.getByText(/visitors looked most ahead \(92 %\)/)).toBeVisible();
  const map = page.getByRole('application', { name: /^Heat map of Auditorium/ });
  await expect(map.locator('.o360-gaze')).toBeVisible();
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('combobox', { name: 'Show' }).selectOption('90 days');
  await expect(page.getByRole('region', { name: 'Views' })).toContainText('3');
  await expectNoBarrierInAnyTheme(page, 'statistics');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectToFit(page, 'statistics on a small phone');
});
