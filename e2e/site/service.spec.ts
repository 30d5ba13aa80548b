import { expect, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const service = textsOf('service');
const careers = textsOf('careers');

test.describe('the service page', () => {
  test('says what is done, with pictures, shows one place in two lights, and leads to the packages and to a message', async ({
    page,
  }) => {
    await page.goto('/service');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(service.opening.heading);
    await expect(main.getByText(service.opening.lead)).toBeVisible();
    const [first] = service.sections;
    expect(first?.heading).toBe('Sustainable tourism');
    for (const { heading, text, points = [], picture } of service.sections) {
      const part = main.getByRole('region', { name: heading, exact: true });
      await expect(part.getByRole('heading', { level: 2 })).toHaveText(heading);
      await expect(part.getByText(text)).toBeVisible();
      await expect(part.getByRole('listitem')).toHaveText(points);
      const shown = part.getByRole('img', { name: picture?.alt ?? 'none', exact: true });
      await expect(shown).toHaveCount(picture ? 1 : 0);
      if (!picture) continue;
      await shown.scrollIntoViewIfNeeded();
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }

    if (!service.lights) throw new Error('the service page has no lights');
    const { heading, label, first: day, second: night } = service.lights;
    const part = page.getByRole('region', { name: heading });
    for (const { alt } of [day, night]) await expect(part.getByRole('img', { name: alt })).toBeAttached();
    const slider = part.getByRole('slider', { name: label });
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', `${day.label} 0%, ${night.label} 100%`);
    const upper = part.getByRole('img', { name: day.alt }).locator('..');
    await expect(upper).toHaveCSS('clip-path', /inset\(0px (100%|calc\(100% - 0%\)) 0px 0px\)/);

    // What is not claimed.
    await expect(main.getByRole('region', { name: service.honesty.heading })).toContainText(
      service.honesty.text,
    );
    const next = main.getByRole('region', { name: service.next.heading, exact: true });
    await expect(next.getByRole('link')).toHaveText(service.next.links.map(({ label }) => label));
    for (const { label, to } of service.next.links) {
      await next.getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(to);
      await page.goBack();
    }
  });
});

test.describe('the careers page', () => {
  test('names five values, tells a day hour by hour, lists no jobs, and says where to write', async ({
    page,
  }) => {
    await page.goto('/careers');
    const main = page.getByRole('main');
    await expect(main.getByRole('img', { name: careers.opening.picture?.alt ?? 'none' })).toBeVisible();
    const values = main.getByRole('region', { name: careers.values.heading });
    const names = ['Own it', 'Win together', 'Move fast', 'Make impact', 'All in'];
    await expect(values.getByRole('heading', { level: 3 })).toHaveText(names);
    for (const { text } of careers.values.items) await expect(values.getByText(text)).toBeVisible();

    if (!careers.diary) throw new Error('the careers page has no diary');
    const { heading, entries } = careers.diary;
    const day = page.getByRole('region', { name: heading }).getByRole('listitem');
    await expect(day.getByRole('heading')).toHaveText(entries.map(({ title }) => title));
    await expect(day.getByRole('img')).toHaveCount(entries.length);

    const apply = main.getByRole('region', { name: 'No openings are listed here' });
    await expect(apply).toContainText(careers.apply.text);
    await expect(main.getByRole('link')).toHaveText(['hello@oriel.example']);
    await expect(apply.getByRole('link')).toHaveAttribute('href', 'mailto:hello@oriel.example');
    await expect(main.getByRole('button')).toHaveCount(0);
  });
});
