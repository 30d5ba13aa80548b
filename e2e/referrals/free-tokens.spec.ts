import type { Session } from '@oriel/contract';
import type { Page } from '@playwright/test';
import { encode } from 'uqr';
import { expectNoBarrierInAnyTheme, expectToFit, finishAnimations } from '../support/accessibility.ts';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, freshEmail, mailTo, storeSession } from '../support/members.ts';
import {
  fetchWallet,
  heading,
  holdResponses,
  inMain,
  joinPath,
  linkField,
  signUp,
  storedReferral,
} from '../support/referrals.ts';
import { settings } from '../support/settings.ts';
import { tabTo } from '../support/sign-in.ts';

// A refused or lost call is an error on the console of every browser.
test.use({ allowedErrors: [/status of 4(00|04|29)|net::ERR_FAILED/] });

const FAILURE = 'Unable to load referral rewards right now. Please try again later.';

test.describe('a referral link, from the first visit to the rewards', () => {
  test('sign-up by form rewards the new member at once, the referrer once the email is verified', async ({
    page,
    request,
  }) => {
    const friend = await createMember(request);
    await page.goto(joinPath(friend.session, '/categories?sort=name'));
    await expect(inMain(page, 'link', 'Create account')).toBeVisible();
    await tabTo(page, inMain(page, 'link', 'Create account'));
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Create your account');
    const email = freshEmail();
    await signUp(page, email);
    await expect(page).toHaveURL('/categories?sort=name');
    expect(await storedReferral(page)).toBeNull();
    const newcomer: Session = await page.evaluate(() =>
      JSON.parse(localStorage.getItem('oriel-session') ?? ''),
    );
    expect(await fetchWallet(request, newcomer)).toMatchObject({ totalBalance: 100, bonusBalance: 100 });
    expect(await fetchWallet(request, friend.session)).toMatchObject({ totalBalance: 0 });

    const link = (await mailTo(request, email, /confirm/i)).match(/\/verify-email#token=[\w.-]+/)?.[0];
    await page.goto(link ?? '');
    await page.getByRole('button', { name: 'Confirm my email address' }).click();
    await expect(page.getByText(/verified/).first()).toBeVisible();
    await expect
      .poll(() => fetchWallet(request, friend.session))
      .toMatchObject({ totalBalance: 100, referralBalance: 100 });
    expect(await fetchWallet(request, newcomer)).toMatchObject({ totalBalance: 100 });

    await storeSession(page, friend.session);
    await page.goto('/experiences?settings=referral');
    const earned = settings(page).getByRole('region', { name: 'What you have earned' });
    await expect(earned.getByRole('definition')).toHaveText(['100', '100', '1']);
    await expect(earned.getByRole('listitem')).toHaveText([/^A friend joined.*\+100$/]);
  });

  test('sign-up by Google rewards both at once', async ({ page, request }) => {
    const friend = await createMember(request);
    await page.goto(joinPath(friend.session, '/categories?sort=name'));
    await inMain(page, 'link', 'Create account').click();
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByLabel('Email', { exact: true }).fill(freshEmail());
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Allow access' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/categories?sort=name');
    expect(await storedReferral(page)).toBeNull();
    const newcomer: Session = await page.evaluate(() =>
      JSON.parse(localStorage.getItem('oriel-session') ?? ''),
    );
    expect(await fetchWallet(request, newcomer)).toMatchObject({ totalBalance: 100, bonusBalance: 100 });
    expect(await fetchWallet(request, friend.session)).toMatchObject({
      totalBalance: 100,
      referralBalance: 100,
    });
  });
});

test.describe('the tab "Get Free Tokens"', () => {
  async function openPanel(page: Page, session: Session): Promise<string> {
    await storeSession(page, session);
    await page.goto('/experiences?settings=referral');
    await expect(linkField(page)).not.toHaveValue('');
    return linkField(page).inputValue();
  }

  test('shows the link, which is copied by keyboard, how it works, and that nothing has been earned yet', async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { session } = await createMember(request);
    const link = await openPanel(page, session);
    expect(link).toBe(`${baseURL}/join?ref=${session.user.id}`);
    await expect(linkField(page)).toHaveAttribute('readonly');
    const steps = settings(page).getByRole('region', { name: 'How it works' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await expect(steps).toContainText('They start with 100 tokens.');
    await expect(steps).toContainText('You get 100 tokens. Pro members get 50% more.');
    const panel = settings(page).getByRole('tabpanel');
    await expect(panel).not.toContainText('150');
    const earned = settings(page).getByRole('region', { name: 'What you have earned' });
    await expect(earned.getByRole('definition')).toHaveText(['0', '0', '0']);
    await expect(earned).toContainText('Nothing yet.');

    await test.step('copying is announced', async () => {
      await tabTo(page, linkField(page));
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
      await page.keyboard.press('Tab');
      await expect(settings(page).getByRole('button', { name: 'Copy link' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(settings(page).getByRole('button', { name: 'Copied' })).toBeFocused();
      await expect(
        settings(page).getByRole('status').filter({ hasText: 'The link is copied.' }),
      ).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await expect(settings(page).getByRole('button', { name: 'Copy link' })).toBeVisible();
    });

    await expectNoBarrierInAnyTheme(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    const box = await panel.evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(box[0]).toBeLessThanOrEqual(box[1] ?? 0);
  });

  test('copies without the Clipboard API, selects the link where copying fails, and offers an email where there is no share sheet', async ({
    page,
    request,
  }) => {
    const { session } = await createMember(request);
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'clipboard');
      Reflect.deleteProperty(Navigator.prototype, 'share');
    });
    const link = await openPanel(page, session);
    const href = await settings(page).getByRole('link', { name: 'Send by email' }).getAttribute('href');
    expect(href).toMatch(/^mailto:\?subject=/);
    expect(decodeURIComponent(href ?? '')).toContain(link);
    await page.evaluate(() => {
      document.addEventListener('copy', () => {
        document.documentElement.dataset.copied = getSelection()?.toString();
      });
    });
    await settings(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(settings(page).getByRole('status').filter({ hasText: 'The link is copied.' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset.copied)).toBe(link);
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await settings(page).getByRole('button', { name: /Cop/ }).click();
    await expect(settings(page).getByText('The link is selected: copy it by hand.')).toBeVisible();
  });

  test('opens the share sheet where there is one, and accepts cancelling', async ({ page, request }) => {
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      navigator.share = async (data) => {
        shared.push(data);
        if (shared.length === 2) throw new DOMException('closed', 'AbortError');
        if (shared.length === 3) throw new DOMException('no', 'NotAllowedError');
      };
    });
    const { session } = await createMember(request);
    const link = await openPanel(page, session);
    const share = settings(page).getByRole('button', { name: 'Share…' });
    await expect(settings(page).getByText('They start with 100 tokens.')).toBeVisible();
    await share.click();
    await share.click();
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
      .toEqual(
        Array(2).fill({
          title: 'An invitation to look around',
          text: 'Come and look around with me: real places in 360 degrees. You get 100 free tokens when you sign up by this link.',
          url: link,
        }),
      );
    const failure = settings(page).getByText('The link could not be shared. Please copy it instead.');
    await expect(failure).toBeHidden();
    await share.click();
    await expect(failure).toBeVisible();
  });

  test('lists friends who have not verified their email, and draws the link as a QR code, dark on light in every theme', async ({
    page,
    request,
  }) => {
    const { session } = await createMember(request);
    const newcomer = {
      email: freshEmail(),
      password: 'a long enough one',
      firstName: 'N',
      referralCode: session.user.id,
    };
    expect((await request.post('/api/auth/signup', { data: newcomer })).status()).toBe(200);
    const link = await openPanel(page, session);
    const earned = settings(page).getByRole('region', { name: 'What you have earned' });
    await expect(earned.getByRole('definition')).toHaveText(['0', '0', '1']);
    await expect(earned).toContainText('One of them has not verified their email yet.');
    const code = settings(page).getByRole('img', { name: 'QR code of your link' });
    const { size, data } = encode(link, { ecc: 'M', border: 0 });
    await expect(code).toHaveAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`);
    // Every module is asked for at its middle, as a reader's camera does.
    const drawn = await code.evaluate((svg, modules) => {
      const path = svg.querySelector('path') as SVGPathElement;
      return Array.from({ length: modules }, (_, y) =>
        Array.from({ length: modules }, (__, x) => path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5))),
      );
    }, size);
    expect(drawn).toEqual(data);
    for (const theme of ['white', 'cream', 'dark']) {
      const colours = await code.evaluate((svg, chosen) => {
        document.documentElement.dataset.theme = chosen;
        const fill = (part: string) => getComputedStyle(svg.querySelector(part) ?? svg).fill;
        return [getComputedStyle(svg).backgroundColor, fill('path'), fill('rect')];
      }, theme);
      expect(colours, theme).toEqual(['rgb(255, 250, 243)', 'rgb(42, 33, 23)', 'rgb(125, 90, 18)']);
    }
  });

  test('does not shift the layout while loading', async ({ page, request }) => {
    const { session } = await createMember(request);
    const releaseSummary = await holdResponses(page, '**/api/tokens/summary');
    const releaseReferrals = await holdResponses(page, '**/api/referrals');
    await storeSession(page, session);
    await page.goto('/experiences?settings=referral');
    await expect(linkField(page)).toHaveAttribute('placeholder', 'Loading…');
    await expect(settings(page).getByRole('button', { name: 'Copy link' })).toBeDisabled();
    const steps = settings(page).getByRole('heading', { name: 'How it works' });
    await expect(settings(page).getByRole('region', { name: 'What you have earned' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await finishAnimations(page);
    const before = await steps.boundingBox();
    releaseSummary();
    releaseReferrals();
    await expect(settings(page).getByRole('img', { name: 'QR code of your link' })).toBeVisible();
    await expect(settings(page).getByText('Nothing yet.')).toBeVisible();
    await finishAnimations(page);
    expect(await steps.boundingBox()).toEqual(before);
  });

  test('shows what failed, keeps the rest, and can be retried', async ({ page, request }) => {
    const { session } = await createMember(request);
    const restore = await failRequests(page, '**/api/referrals');
    await openPanel(page, session);
    await expect(settings(page).getByRole('alert')).toHaveText(FAILURE);
    await expect(settings(page).getByText('They start with free tokens.')).toBeVisible();
    await expect(settings(page).getByRole('region', { name: 'What you have earned' })).toBeHidden();
    await expectNoBarrierInAnyTheme(page);
    restore();
    await settings(page).getByRole('button', { name: 'Try again' }).click();
    await expect(settings(page).getByRole('alert')).toBeHidden();
    await expect(settings(page).getByText('Nothing yet.')).toBeVisible();
  });
});
