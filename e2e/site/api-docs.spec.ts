import { expect, test } from '../support/fixtures.ts';

test('the API can be read in a browser, offline and under a strict policy', async ({ page, baseURL }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Oriel's API");
  const call = page.locator('details', { hasText: '/api/vr360/{id}' }).first();
  await call.locator('summary').click();
  await expect(call.getByText('application/problem+json').first()).toBeVisible();
  expect([...hosts]).toEqual([baseURL]);
});
