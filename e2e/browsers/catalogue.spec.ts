import { expect, test } from './fixtures.ts';
import { field, heading, link } from './tab.ts';

const COUNT = 'main [role="status"]';
const CARDS = 'main article';

test('the library is narrowed by tags and words, and sorted', async ({ tab }) => {
  await tab.goto('/experiences');
  await tab.expectText(/^107 premium/m, COUNT);
  await tab.click({ css: 'nav[aria-label="Tags"] a', name: 'Sea view' });
  await tab.expectUrl(/\?tag=Sea(\+|%20)view$/);
  // The URL changes before the page does.
  await tab.click({ css: 'nav[aria-label="Tags"] a[aria-current="true"]', name: 'Sea view' });
  await tab.expectUrl(/^\/experiences$/);
  await tab.expectText(/^107 premium/m, COUNT);
  await tab.fill({ css: 'main input[type="search"]' }, 'portugal');
  await tab.expectUrl(/\?q=portugal$/);
  await tab.expectText('Portugal', `${CARDS}`);
  await tab.choose(field('Sort by'), 'rating');
  await tab.expectUrl(/\?q=portugal&sort=rating$/);
});

test('the library grows after a jump to its foot, and is as it was after Back', async ({ tab }) => {
  await tab.goto('/experiences');
  await tab.run(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await tab.expectCount(CARDS, (count) => count === 36);
  await tab.run(() => document.querySelectorAll<HTMLElement>('main article')[30]?.scrollIntoView());
  const before = await tab.run(() => Math.round(scrollY));
  await tab.click({ css: 'main li:nth-of-type(31) a[data-analytics="open-tour"]' });
  await tab.expectUrl(/^\/(experiences\/vr|login)/);
  await tab.run(() => history.back());
  await tab.expectCount(CARDS, (count) => count === 36);
  // The card was brought to the middle of the window before it was pressed.
  await expect
    .poll(async () => Math.abs((await tab.run(() => Math.round(scrollY))) - before))
    .toBeLessThan(900);
});

test('categories are searched, and lead to their parts', async ({ tab }) => {
  await tab.goto('/categories');
  await tab.fill({ css: 'main input[type="search"]' }, 'hospitality');
  await tab.expectCount(CARDS, (count) => count === 1);
  await tab.click({ css: 'main article a', name: 'Tourism & Hospitality' });
  await tab.expectUrl(/^\/categories\/\d+\/subcategories$/);
  await tab.find(heading('Tourism & Hospitality'));
  await tab.click(link('Hotel Rooms'));
  await tab.expectUrl(/^\/experiences\?category=Hotel/);
});
