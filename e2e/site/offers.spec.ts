import type { Page } from '@playwright/test';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const enterprise = textsOf('enterprise');
const opportunity = textsOf('opportunity');

/** The part of the page where a package is put together. */
const builderOf = (page: Page) => page.getByRole('region', { name: 'Build your own package' });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, and the prices of a year be chosen', async ({ page }) => {
    await page.goto('/enterprise');
    await expect(page.getByRole('table')).toContainText('By agreement');
    await expect(page.getByText('Comprehensive social media')).toBeVisible();
    await expect(page.getByText('Putting a package together needs JavaScript')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.goto('/opportunity');
    await expect(page.getByText('Sending this form needs JavaScript')).toBeVisible();
    await page.getByText('Working for others').click();
    await expect(page.getByText('Pricing a day and pricing a place')).toBeVisible();
    await page.goto('/pricing');
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(page.getByText('$26', { exact: true })).toBeVisible();
  });
});

test.describe('services', () => {
  test('stand in a list with seven steps; packages are compared in a table that a phone shows without scrolling sideways', async ({
    page,
  }) => {
    await page.goto('/enterprise');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    const services = part(enterprise.services.heading);
    await expect(services.getByRole('listitem')).toHaveCount(enterprise.services.items.length);
    const steps = part('How it works');
    await expect(steps.locator('ol > li')).toHaveCount(7);
    await expect(steps.getByRole('heading', { level: 3 })).toHaveText(
      enterprise.steps.items.map(({ title }) => title),
    );
    // From the first view one comes to where a package is put together.
    await page.getByRole('link', { name: 'Build your own package' }).click();
    await expect(builderOf(page).getByRole('checkbox').first()).toBeInViewport();

    const table = page.getByRole('table', { name: 'Packages' });
    for (const [name, price] of [
      ['Basic', '₹999'],
      ['Standard', '₹4,999'],
      ['Premium', '₹9,999'],
      ['Elite', '₹19,999'],
    ]) {
      await expect(table.getByRole('columnheader', { name: new RegExp(`^${name} ${price}`) })).toBeVisible();
    }
    const row = table.getByRole('row', { name: /^Floor plan with doors/ });
    await expect(row.getByRole('cell')).toHaveText(['Not included', 'Included', 'Included', 'Included']);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(table.getByRole('row')).toHaveCount(10);
    for (const cell of await table.getByRole('cell').all()) {
      const box = await cell.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    }
    expect(await table.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  });
});

test.describe('the package builder', () => {
  test.use({ allowedErrors: [/status of 4\d\d|ERR_FAILED/] });

  test('adds up what is charged once and each month', async ({ page }) => {
    await page.goto('/enterprise');
    const builder = builderOf(page);
    for (const [name, price] of [
      ['Photoshoot', '₹5,000 per area'],
      ['Digital twin', '₹4,000 once'],
      ['Analytics integration', '₹2,000 once'],
      ['Premium placement', '₹3,000 once'],
      ['Enhanced analytics', '₹2,500 once'],
      ['Social media', '₹10,000 once'],
      ['Comprehensive social media', '₹20,000 per month'],
    ] as const) {
      const choice = builder.getByRole('checkbox', { name, exact: true });
      await expect(choice).not.toBeChecked();
      await expect(choice).toHaveAccessibleDescription(new RegExp(price));
    }
    await expect(builder.getByRole('checkbox')).toHaveCount(7);
    const totals = builder.getByRole('status').first();
    await expect(totals).toHaveText('Nothing chosen yet');
    const areas = builder.getByRole('spinbutton', { name: 'Areas of Photoshoot' });
    await expect(areas).toHaveCount(0);

    await builder.getByRole('checkbox', { name: 'Photoshoot' }).check();
    await expect(areas).toHaveValue('1');
    await expect(totals).toHaveText('Charged once ₹5,000');
    await areas.fill('3');
    await expect(totals).toHaveText('Charged once ₹15,000');

    await builder.getByRole('checkbox', { name: 'Digital twin' }).check();
    await expect(builder.getByRole('spinbutton')).toHaveCount(1);
    await expect(totals).toHaveText('Charged once ₹19,000');

    await builder.getByRole('checkbox', { name: 'Comprehensive social media' }).check();
    await builder.getByRole('spinbutton', { name: /^Months/ }).fill('2');
    await expect(totals).toHaveText('Charged once ₹19,000Charged each month ₹20,000');
    await expect(builder.getByText('₹40,000')).toBeVisible();

    await areas.fill('0');
    await expect(totals).toContainText('Charged once ₹9,000');
    await areas.blur();
    await expect(areas).toHaveValue('1');
    await builder.getByRole('checkbox', { name: 'Photoshoot' }).uncheck();
    await expect(areas).toHaveCount(0);
    await expect(totals).toContainText('Charged once ₹4,000');
  });

  test('says that checkout is to come, and sends the package as a request', async ({ page }) => {
    await page.goto('/enterprise');
    const builder = builderOf(page);
    await builder.getByRole('button', { name: 'Checkout' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Checkout flow coming soon.' })).toBeVisible();
    const form = page.getByRole('form', { name: 'Send it to us as a request' });
    await expect(form).toBeHidden();

    await builder.getByRole('checkbox', { name: 'Photoshoot' }).check();
    await builder.getByRole('spinbutton').fill('2');
    const send = form.getByRole('button', { name: 'Request a quote' });
    await send.click();
    await expect(form.getByRole('alert')).toHaveText('Please complete all required fields.');
    await expect(form.getByLabel('Name')).toBeFocused();
    await form.getByLabel('Name').fill('Ana Prado');
    await form.getByLabel('Email').fill('ana');
    await send.click();
    await expect(form.getByText('Please enter a valid email address.')).toBeVisible();
    await form.getByLabel('Email').fill('ana@example.org');
    await form.getByLabel('About the place').fill('A guest house\nwith nine rooms');

    const restore = await failRequests(page, '**/api/leads');
    await send.click();
    await expect(form.getByRole('alert')).toContainText('Nothing you typed is lost.');
    await expect(form.getByLabel('Name')).toHaveValue('Ana Prado');

    restore();
    const sent = page.waitForRequest('**/api/leads');
    await send.click();
    expect((await sent).postDataJSON()).toMatchObject({
      kind: 'quote',
      name: 'Ana Prado',
      items: [{ id: 'photoshoot', quantity: 2 }],
    });
    await expect(form.getByRole('status')).toContainText('Your package is with us');
    await expect(form.getByLabel('Name')).toHaveValue('');
  });
});

test.describe('marquees', () => {
  const clients = (page: Page) =>
    page.getByRole('region', { name: 'Places that open their doors with us' }).getByRole('list');
  const style = (page: Page, name: 'animationDuration' | 'animationPlayState' | 'animationName') =>
    clients(page).evaluate((list, property) => getComputedStyle(list)[property], name);

  test('stand still for those who want less motion, else pass in 28 seconds and rest for those who look or come by keyboard', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/enterprise');
    expect(await style(page, 'animationName')).toBe('none');
    for (const name of ['Casa Marelua', 'Jacaranda Row', 'Long Exposure Rentals', 'Open Shutter Guild']) {
      const box = await page.getByText(name, { exact: true }).first().boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 1280).toBe(true);
    }

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(clients(page)).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Partners', exact: true }).getByRole('list')).toHaveCount(
      1,
    );
    expect(await style(page, 'animationDuration')).toBe('28s');
    expect(await style(page, 'animationPlayState')).toBe('running');
    await clients(page).hover({ force: true });
    await expect.poll(() => style(page, 'animationPlayState')).toBe('paused');
    await page.mouse.move(0, 0);
    await expect.poll(() => style(page, 'animationPlayState')).toBe('running');
    const button = page.getByRole('button', { name: /Places that open/ });
    await button.focus();
    await expect.poll(() => style(page, 'animationPlayState')).toBe('paused');
    await page.keyboard.press('Enter');
    await button.blur();
    expect(await style(page, 'animationPlayState')).toBe('paused');
    await button.press('Enter');
    await expect.poll(() => style(page, 'animationPlayState')).toBe('running');
  });
});

test.describe('the course', () => {
  test.use({ allowedErrors: [/status of 4\d\d|ERR_FAILED/] });

  test('opens its units by keyboard, is recommended by some who took it, says how it is taught, and comes as a brochure', async ({
    page,
    request,
  }) => {
    await page.goto('/opportunity');
    const units = page.locator('details');
    await expect(units.locator('summary')).toContainText(
      [0, 1, 2, 3, 4, 5].map((number) => `Unit ${number}`),
    );
    await expect(page.getByText('A picture without edges')).toBeVisible();
    const last = page.locator('summary', { hasText: 'Working for others' });
    await expect(page.getByText('Rights, releases and privacy')).toBeHidden();
    await last.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Rights, releases and privacy')).toBeVisible();

    const part = (name: string) => page.getByRole('region', { name, exact: true });
    const { testimonials, values } = opportunity;
    await expect(part(testimonials.heading).getByRole('figure')).toHaveCount(testimonials.items.length);
    await expect(part(testimonials.heading).getByText(testimonials.note ?? '')).toBeVisible();
    await expect(part(values.heading).getByRole('heading', { level: 3 })).toHaveText(
      values.items.map(({ title }) => title),
    );

    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download Brochure' }).click();
    expect((await downloaded).suggestedFilename()).toBe('vr360-photography.pdf');
    const answer = await request.get('/brochure.pdf');
    expect(answer.headers()['content-type']).toBe('application/pdf');
    const pdf = await answer.body();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // With the picture of a tour on its cover.
    expect(pdf.includes('/DCTDecode')).toBe(true);
  });

  test('takes a name onto its list', async ({ page }) => {
    await page.goto('/opportunity');
    const form = page.getByRole('form', { name: 'Enroll' });
    await expect(form.getByLabel('Course')).toHaveValue('VR360 Photography');
    await expect(form.getByLabel('Course')).not.toBeEditable();
    const enroll = form.getByRole('button', { name: 'Enroll Today' });
    await enroll.click();
    await expect(form.getByRole('alert')).toHaveText('Please complete all required fields.');
    await form.getByLabel('Full name').fill('Nilofer Q.');
    await form.getByLabel('Email').fill('nilofer@example.org');
    await form.getByLabel('Phone').fill('+91 98765 43210');
    const restore = await failRequests(page, '**/api/leads');
    await enroll.click();
    await expect(form.getByRole('alert')).toContainText('Nothing you typed is lost.');
    restore();
    await enroll.click();
    await expect(form.getByRole('status')).toContainText('Your name is on the list');
  });
});
