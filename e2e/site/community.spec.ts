import { expectNoBarrier } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const community = textsOf('community');

test.describe('the community page', () => {
  test('shows eleven people, one card for the visitor and seven reviews, and says that they are invented', async ({
    page,
  }) => {
    await page.goto('/community');
    const people = page.getByRole('region', { name: community.professionals.heading });
    await expect(people.getByRole('listitem')).toHaveCount(12);
    await expect(people.getByText(community.professionals.note ?? '')).toBeVisible();
    const [known] = community.professionals.items.filter(({ profile }) => profile !== null);
    const profile = people.getByRole('link', { name: `See profile of ${known?.name}` });
    await expect(profile).toHaveAttribute('target', '_blank');
    await expect(profile).toHaveAttribute('rel', /noopener/);
    await expect(profile).toHaveAttribute('href', known?.profile ?? '');

    // Each with the page that it is on.
    const reviews = page.getByRole('region', { name: community.reviews.heading });
    await expect(reviews.getByRole('listitem')).toHaveCount(7);
    await expect(reviews.getByText(community.reviews.note ?? '')).toBeVisible();
    for (const { name, url } of community.reviews.items) {
      const link = reviews.getByRole('link', { name: `Read the review by ${name}` });
      await expect(link).toHaveAttribute('href', url);
      await expect(link).toHaveAttribute('target', '_blank');
    }

    await test.step('there is no Android app to download yet', async () => {
      const android = page.getByRole('link', { name: 'Android APK' });
      await expect(android).toHaveAttribute('aria-disabled', 'true');
      await expect(android).toHaveAccessibleDescription(community.app.android.missing);
    });
  });

  test('opens its popup, which leads to the contact form, and puts the site on the home screen, or says how', async ({
    page,
  }) => {
    await page.goto('/community');
    const popup = page.getByRole('dialog', { name: community.popup.title });
    const [question] = community.popup.questions;
    for (const name of [
      `See profile of ${community.professionals.items.find(({ profile }) => profile === null)?.name}`,
      community.connect.label,
      'Get iOS App',
    ]) {
      await test.step(`popup: ${name}`, async () => {
        const opener = page.getByRole('button', { name });
        await opener.click();
        await expect(popup).toBeVisible();
        const answer = popup.getByText(question?.answer ?? '');
        await expect(answer).toBeHidden();
        await popup.getByText(question?.question ?? '').click();
        await expect(answer).toBeVisible();
        const link = popup.getByRole('link', { name: community.popup.link.label });
        await expect(link).toHaveAttribute('href', '/contact');
        await expectNoBarrier(page, name, { within: 'dialog' });
        await page.keyboard.press('Escape');
        await expect(popup).toBeHidden();
        await expect(opener).toBeFocused();
      });
    }

    const { label, steps } = community.app.homeScreen ?? { label: '', steps: [] };
    const [first = ''] = steps;
    const button = page.getByRole('button', { name: label });
    const asked = await page.evaluateHandle(() => ({ value: 0 }));
    // Once the page listens.
    await expect(async () => {
      await asked.evaluate((count) => {
        const prompt = async () => {
          count.value += 1;
        };
        dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
      });
      await expect(button).not.toHaveAttribute('aria-expanded', { timeout: 500 });
    }).toPass();
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByText(first)).toBeHidden();
    await button.click();
    await expect(page.getByText(first)).toBeVisible();
    expect(await asked.evaluate(({ value }) => value)).toBe(1);
  });
});
