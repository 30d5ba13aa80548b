import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { isHydrated } from '../support/is-hydrated.ts';
import { createMember, storeSession } from '../support/members.ts';
import { settings } from '../support/settings.ts';

// The last is React's, of a stylesheet.
const EXPECTED =
  /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load|Unable to preload CSS|^exception: $/;
test.use({ allowedErrors: [EXPECTED] });

test.describe('where a request gets no response', () => {
  test('the library keeps what it shows, and the typed word; a part that does not come says so', async ({
    page,
  }) => {
    await page.goto('/experiences');
    const cards = page.getByRole('main').getByRole('article');
    const mend = await failRequests(page, '**/*.data*');
    const search = page.getByLabel('Search experiences');
    await search.pressSequentially('portugal');
    await expect(page.getByRole('alert').filter({ hasText: 'Could not load.' })).toBeVisible();
    await expect(search).toHaveValue('portugal');
    await expect(page.getByText('107 premium VR experiences available')).toBeVisible();
    expect(await cards.count()).toBeGreaterThanOrEqual(12);
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Could not load.')).toHaveCount(0);
    await expect(page).toHaveURL('/experiences?q=portugal');
    await expect(cards.first()).toContainText('Portugal');

    const bring = await failRequests(page, '**/assets/filter-sheet*');
    const filters = page.getByRole('button', { name: 'Filters' });
    await filters.click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(sheet.getByRole('alert')).toHaveText(
      'This could not be loaded. Please check your connection.',
    );
    await expect(cards.first()).toBeVisible();
    bring();
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await expect(sheet).toHaveCount(0);
    await page.waitForFunction(isHydrated);
    await filters.click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  });

  test('a page without its script or its styles says so at its address, and tries again', async ({
    page,
  }) => {
    for (const part of ['**/assets/page-*.js', '**/assets/page-*.css']) {
      await test.step(part, async () => {
        await page.goto('/pricing');
        const mend = await failRequests(page, part);
        await page.getByRole('banner').getByRole('link', { name: 'Community' }).click();
        await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
        await expect(page).toHaveURL('/community');
        mend();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByRole('heading', { name: 'The people behind the tripod' })).toBeVisible();
        await expect(page).toHaveTitle(/Community/);
      });
    }
  });

  test('a link that is pressed offline is followed once there is a connection; another page says so without a number', async ({
    page,
    context,
  }) => {
    await page.goto('/pricing');
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    const notice = page.getByText('You are offline. The page opens when you are connected again.');
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL('/pricing');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect(notice).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL('/contact');
    await expect(notice).toHaveCount(0);

    const mend = await failRequests(page, '**/*.data*');
    await page.getByRole('banner').getByRole('link', { name: 'Community' }).click();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByText('500')).toHaveCount(0);
    await expect(page).toHaveURL('/community');
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No connection' })).toHaveCount(0);
    await expect(page).toHaveTitle(/Community/);
  });

  test('settings that do not come say so, and the page goes on; a part that they need is asked for again', async ({
    page,
    request,
  }) => {
    const { session } = await createMember(request);
    await storeSession(page, session);
    const mend = await failRequests(page, '**/assets/member-settings*');
    await page.goto('/experiences?settings=profile');
    const missing = 'This could not be loaded. Please check your connection.';
    await expect(settings(page).getByRole('alert')).toHaveText(missing);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    mend();
    await settings(page).getByRole('button', { name: 'Try again' }).click();
    await expect(settings(page).getByRole('tab', { name: 'Profile Settings' })).toBeVisible();

    const city = settings(page).getByLabel('City');
    await city.fill('Porto');
    const bring = await failRequests(page, '**/assets/history*');
    await settings(page).getByRole('tab', { name: 'Transaction' }).click();
    const panel = settings(page).getByRole('tabpanel', { name: 'Transaction' });
    await expect(panel.getByRole('alert')).toHaveText(missing);
    bring();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(settings(page).getByRole('heading', { name: 'No transactions yet' })).toBeVisible();
    // What was typed outlasts the reload, and is stored no longer than that.
    await settings(page).getByRole('tab', { name: 'Profile Settings' }).click();
    await expect(city).toHaveValue('Porto');
    expect(await page.evaluate(() => sessionStorage.getItem('oriel-drafts'))).toBeNull();
  });
});
