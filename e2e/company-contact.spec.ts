import AxeBuilder from '@axe-core/playwright';
import { CACHE_SECONDS } from '@oriel/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createMember, freshEmail, keepSession, mailTo } from './members.ts';

const THEMES = ['white', 'cream', 'dark'] as const;
const LEGAL = [
  ['/terms', 'Terms & Conditions'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookies'],
  ['/cache', 'browser keeps'],
] as const;
const PAGES = ['/contact', '/newsletter', ...LEGAL.map(([path]) => path)];
const THANKS = 'Thank you for contacting the company. Our team will reach out shortly.';

const form = (page: Page) => page.getByRole('form', { name: 'Your message' });
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const send = (page: Page) => form(page).getByRole('button', { name: 'Send message' }).click();
const footer = (page: Page) => page.getByRole('contentinfo');

async function fillIn(page: Page, email: string): Promise<void> {
  await field(page, 'Name').fill('Ada Lovelace');
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill('98765 43210');
  await field(page, 'Message').fill('May I show you our house?');
  await form(page).getByRole('checkbox').check();
}

test.describe('the contact form', () => {
  test('reaches the company', async ({ page, request }) => {
    const email = freshEmail();
    await page.goto('/contact');
    await expect(field(page, 'Country code')).toHaveValue('+91');
    await fillIn(page, email);
    await field(page, 'Country code').selectOption({ label: 'Portugal (+351)' });
    await send(page);
    await expect(form(page).getByRole('status')).toHaveText(THANKS);
    await expect(field(page, 'Message')).toHaveValue('');
    const mail = await mailTo(request, 'legal@oriel.example', /Message from Ada Lovelace/);
    expect(mail).toContain('May I show you our house?');
  });

  test('asks for what is missing and sends nothing', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (call) => {
      if (call.url().includes('/api/contact')) calls.push(call.url());
    });
    await page.goto('/contact');
    await send(page);
    await expect(form(page).getByRole('alert')).toHaveText('Please complete all required fields.');
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Name')).toHaveAttribute('aria-invalid', 'true');
    await fillIn(page, 'ada');
    await form(page).getByRole('checkbox').uncheck();
    await send(page);
    await expect(form(page).getByRole('alert')).toHaveText('Please complete all required fields.');
    await expect(form(page)).toContainText('Please enter a valid email address.');
    expect(calls).toEqual([]);
  });

  test.describe('when sending fails', () => {
    test.use({ allowedErrors: [/status of (429|502)|ERR_FAILED|^502 from/] });
    const failures: [string, { status: number; contentType: string; body: string } | undefined, string][] = [
      [
        'the server refuses',
        {
          status: 429,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 429, code: 'too_many_requests', detail: 'Too many requests.' }),
        },
        'Too many requests.',
      ],
      [
        'a proxy fails',
        { status: 502, contentType: 'text/html', body: 'Bad gateway' },
        'Request failed with status 502',
      ],
      ['the line is dead', undefined, 'Something went wrong. Please try again.'],
    ];
    for (const [what, answer, reason] of failures) {
      test(`nothing that was typed is lost: ${what}`, async ({ page }) => {
        await page.route('**/api/contact', (route) => (answer ? route.fulfill(answer) : route.abort()));
        await page.goto('/contact');
        await fillIn(page, 'ada@example.org');
        await send(page);
        const banner = form(page).getByRole('alert');
        await expect(banner).toHaveText(`We could not submit your details. Please try again. ${reason}`);
        await expect(banner).toBeInViewport();
        await expect(field(page, 'Message')).toHaveValue('May I show you our house?');
        await expect(form(page).getByRole('checkbox')).toBeChecked();
        await page.unrouteAll();
        await send(page);
        await expect(form(page).getByRole('status')).toHaveText(THANKS);
        await expect(banner).toBeHidden();
      });
    }
  });

  test('knows what another page sent somebody for, and who a member is', async ({ page, request }) => {
    await page.goto('/contact');
    await expect(field(page, 'Subject')).toHaveCount(0);
    const member = await createMember(request);
    await keepSession(page, member.session);
    await page.goto('/contact?subject=team');
    await expect(field(page, 'Subject')).toHaveValue('I would like to create a new team.');
    await expect(field(page, 'Email')).toHaveValue(member.email);
    await page.goto('/contact?subject=quote');
    await expect(field(page, 'Subject')).toHaveValue('I would like to ask for a quote.');
  });

  test('the map comes on a click that says from where', async ({ page, baseURL }) => {
    const strangers: string[] = [];
    await page.route(
      (url) => url.origin !== new URL(baseURL ?? '').origin,
      (route) => {
        strangers.push(new URL(route.request().url()).host);
        return route.fulfill({ contentType: 'text/html', body: '<p>A map</p>' });
      },
    );
    await page.goto('/contact');
    const load = page.getByRole('button', { name: /^Load the map from/ });
    await load.scrollIntoViewIfNeeded();
    expect(strangers).toEqual([]);
    await load.click();
    const frame = page.getByTitle('Map with the place of Oriel');
    await expect(frame).toHaveAttribute('sandbox', /allow-scripts/);
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
    await expect.poll(() => strangers).toEqual(['www.openstreetmap.org']);
  });
});

test.describe('the newsletter', () => {
  const letterLink = (mail: string, name: 'token' | 'leave') =>
    mail.match(new RegExp(`/newsletter#${name}=[\\w.-]+`))?.[0] ?? 'no link';

  test('is asked for, confirmed and ended', async ({ page, request }) => {
    const email = freshEmail();
    await page.goto('/experiences');
    await footer(page).getByLabel('Your e-mail').fill(email);
    await footer(page).getByRole('button', { name: 'Subscribe' }).click();
    await expect(footer(page)).toContainText(`Almost there. We have sent a link to ${email}.`);

    const mail = await mailTo(request, email, /Please confirm/);
    await page.goto(letterLink(mail, 'token'));
    await expect(page.getByRole('main')).toContainText('Confirmed. The next letter comes to you.');
    await expect(page).toHaveURL('/newsletter');
    await page.goto('/experiences');
    await page.goto(letterLink(mail, 'token'));
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is no longer valid.');

    await page.goto('/experiences');
    await page.goto(letterLink(await mailTo(request, email, /Welcome to the letter/), 'leave'));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('main')).toContainText('You are off the list.');
  });

  test.use({ allowedErrors: [/status of (400|429)/] });
  test('says what is wrong with an address and keeps it', async ({ page }) => {
    await page.goto('/contact');
    const address = footer(page).getByLabel('Your e-mail');
    await address.fill('ada');
    await footer(page).getByRole('button', { name: 'Subscribe' }).click();
    await expect(footer(page)).toContainText('Please enter a valid email address.');
    await expect(address).toHaveValue('ada');
    await expect(address).toBeFocused();
  });
});

test.describe('the footer', () => {
  test('leads to the pages of the company', async ({ page }) => {
    await page.goto('/experiences');
    const links = {
      'About Us': '/landing#about',
      Contact: '/contact',
      'Terms & Conditions': '/terms',
      'Privacy Policy': '/privacy',
    };
    for (const [name, address] of Object.entries(links)) {
      await expect(footer(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
    }
    await expect(footer(page).getByRole('button', { name: 'Cookie settings' })).toBeVisible();
    await expect(footer(page).getByRole('link', { name: 'Instagram' })).toHaveAttribute('rel', /noopener/);
  });

  test('takes the region from the server until somebody chooses one', async ({ page }) => {
    await page.route('**/api/region', (route) => route.fulfill({ json: { country_code: 'PT' } }));
    await page.goto('/contact');
    const region = footer(page).getByRole('combobox', { name: 'Preferred region' });
    await region.scrollIntoViewIfNeeded();
    await expect(region).toHaveValue('PT');
    await expect(footer(page)).toContainText('Detected: Portugal');
    expect(await region.locator('option').count()).toBeGreaterThan(240);
    await region.selectOption({ label: 'India' });
    await page.reload();
    await region.scrollIntoViewIfNeeded();
    await expect(region).toHaveValue('IN');
    await expect(footer(page)).toContainText('Detected: Portugal');
  });

  test.describe('where the server does not know', () => {
    test.use({ allowedErrors: [/ERR_FAILED/] });
    test('stands at the default', async ({ page }) => {
      await page.route('**/api/region', (route) => route.abort());
      await page.goto('/contact');
      const region = footer(page).getByRole('combobox', { name: 'Preferred region' });
      await region.scrollIntoViewIfNeeded();
      await expect(region).toHaveValue('US');
    });
  });
});

test.describe('the pages of rules', () => {
  for (const [path, heading] of LEGAL) {
    test(`go back, and have an address for each section: ${path}`, async ({ page }) => {
      await page.goto('/contact');
      await footer(page).locator(`a[href="${path}"]`).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
      for (const address of await contents.evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).hash),
      )) {
        await expect(page.locator(address)).toBeVisible();
      }
      await expect(page.locator('#contact').getByRole('link')).toHaveAttribute(
        'href',
        'mailto:legal@oriel.example',
      );
      await contents.last().click();
      await expect(page.locator('#contact')).toBeInViewport();
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page).toHaveURL('/contact');
    });
  }

  test('the times of the page about caching are those that the server sends', async ({ page, request }) => {
    await page.goto('/cache');
    for (const words of ['24 hours', '7 days', '30 days']) {
      await expect(page.getByRole('definition').filter({ hasText: words })).toBeVisible();
    }
    const html = await (await request.get('/cache')).text();
    const script = html.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? '';
    const { 'cache-control': sent } = (await request.get(script)).headers();
    expect(sent).toContain(`max-age=${CACHE_SECONDS.buildFiles}`);
  });

  test('every stored item has its row', async ({ page }) => {
    await page.goto('/cookies');
    await expect(page.getByRole('row')).toHaveCount(3 + 14);
    await expect(page.getByRole('rowheader', { name: 'oriel-region' })).toBeVisible();
  });
});

test.describe('each page', () => {
  for (const path of PAGES) {
    test(`has no barrier in any theme: ${path}`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of THEMES) {
          await page.evaluate((chosen) => {
            document.documentElement.dataset.theme = chosen;
          }, theme);
          await page.waitForTimeout(200);
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }));
          expect(found, `${theme} at ${width}`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  for (const path of PAGES.filter((page) => page !== '/newsletter')) {
    test(`can be read: ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(200);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Contact' })).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
    });
  }
});

for (const path of PAGES.filter((page) => page !== '/newsletter')) {
  test(`tells others what it is about: ${path}`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    expect(html).toMatch(/<title>[^<]+ · Oriel<\/title>/);
    const content = (name: string) =>
      html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1] ?? '';
    expect(content('description').length).toBeGreaterThan(40);
    expect(content('og:image')).toMatch(/^https?:/);
    expect(html).toContain('application/ld+json');
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="https?://[^"]+${path}"`));
  });
}
