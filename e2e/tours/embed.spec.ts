import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OembedResponse } from '../../contract/src/index.ts';
import { expectNoBarrier } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

const FREE = '/experiences/vr/the-west-suite';
const LOCKED = '/experiences/vr/the-long-room';

/** Another website, on a host of its own, with a page of this HTML. */
async function openWebsite(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

test('a tour is shown by the page of another website that asked for it by oEmbed', async ({
  page,
  request,
  baseURL,
}) => {
  const url = baseURL + FREE;
  const answer: OembedResponse = await (
    await request.get('/api/oembed', { params: { url, maxwidth: 700 } })
  ).json();
  const website = await openWebsite(
    `<!doctype html><html lang="en"><title>A hotel</title><link rel="icon" href="data:,"><main><h1>Our rooms</h1>${answer.html}</main></html>`,
  );
  const requests: string[] = [];
  page.on('request', (sent) => requests.push(sent.url()));
  await page.goto(website.url);
  const frame = page.frameLocator('iframe');
  await expect(page.locator('iframe')).toHaveAttribute('title', answer.title);
  const start = frame.getByRole('button', { name: 'Look around' });
  await expect(start).toBeVisible();
  await expect(frame.getByRole('heading', { name: answer.title })).toBeVisible();
  // Only a picture, until the visitor asks for more.
  expect(requests.filter((request) => /\/tiles\/|render-worker|\.mp4/.test(request))).toEqual([]);
  await expectNoBarrier(page, 'the poster');
  await start.click();
  await expect(frame.locator('canvas')).toBeVisible();
  await expect(frame.getByRole('application', { name: /360-degree view of/ })).toBeVisible();
  await expect(frame.getByText('Loading immersive experience…')).toBeHidden();
  await expect(frame.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0);
  await expect(frame.getByRole('link', { name: /^Oriel/ })).toHaveAttribute('href', FREE);
  await expect(frame.getByText('cookies')).toHaveCount(0);
  await expectNoBarrier(page, 'the tour');
  expect(await page.context().cookies()).toEqual([]);
  website.close();
});

test('a locked tour in a frame leads to its own page', async ({ page, baseURL }) => {
  const website = await openWebsite(
    `<!doctype html><html lang="en"><title>A museum</title><link rel="icon" href="data:,"><h1>A museum</h1><iframe title="Tour" src="${baseURL}/embed/the-long-room" width="360" height="220"></iframe></html>`,
  );
  await page.goto(website.url);
  const unlock = page.frameLocator('iframe').getByRole('link', { name: /^Unlock on Oriel/ });
  await expect(unlock).toHaveAttribute('href', LOCKED);
  const [opened] = await Promise.all([page.waitForEvent('popup'), unlock.click()]);
  await expect(opened).toHaveURL(LOCKED);
  website.close();
});

test.describe('a page of another website', () => {
  test.use({ allowedErrors: [/frame-ancestors|Refused to display|Refused to frame|Framing/] });

  test('cannot show other pages in a frame', async ({ page, baseURL }) => {
    const website = await openWebsite(
      `<!doctype html><html lang="en"><title>A trap</title><link rel="icon" href="data:,"><h1>A trap</h1><iframe title="Tour" src="${baseURL}${FREE}"></iframe></html>`,
    );
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(website.url);
    await refused;
    await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0);
    website.close();
  });
});
