import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const THEMES = ['white', 'cream', 'dark'] as const;

/** Shows the page in a theme, its colours faded to the end: a browser that shows nobody anything may draw no frame for long. */
export async function showTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    const fading = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // One may begin when another has ended.
    for (let next = fading(); next.length > 0; next = fading()) for (const one of next) one.finish();
  }, theme);
}

/**
 * Fails on everything that axe finds in the page as it stands.
 *
 * @param what tells this look at the page from others
 * @param rules the only rules to look for; all of them where none are named
 */
export async function expectNoBarrier(page: Page, what: string, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page });
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }));
  expect(found, what).toEqual([]);
}

/**
 * Fails on everything that axe finds in the page's three themes: what does not depend on colours is looked at in the first.
 *
 * @param what tells this look at the page from others
 */
export async function expectNoBarrierInAnyTheme(page: Page, what = ''): Promise<void> {
  for (const [index, theme] of THEMES.entries()) {
    await showTheme(page, theme);
    await expectNoBarrier(page, `${theme} ${what}`, index === 0 ? undefined : ['color-contrast']);
  }
}

/** Nothing is wider than the window. */
export async function expectToFit(page: Page, what?: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  // Scripts answer to a new width after it has been set.
  await expect.poll(overflow, what).toBeLessThanOrEqual(0);
}

/** Nothing moves by itself, and nothing goes on moving. */
export async function expectStillness(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) =>
          effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 120) : '',
        ),
    );
  await expect.poll(moving, 'what moves').toEqual([]);
  const films = page.locator('video').filter({ visible: true });
  expect(
    await films.evaluateAll((all: HTMLVideoElement[]) => all.filter(({ paused }) => !paused).length),
  ).toBe(0);
}

/** What the Tab key has stopped at. */
interface Stop {
  what: string;
  /** It shows that it has the focus. */
  isMarked: boolean;
  /** It is on the screen, with nothing over it. */
  isSeen: boolean;
}

/** Runs in the page: the new place of the focus; null where it has left the page, or is where it was before. */
async function lookAtFocus(): Promise<Stop | null> {
  // Every change is a very short transition where less motion is wanted.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const element = document.activeElement;
  window.stops ??= new Set();
  if (!element || element === document.body || window.stops.has(element)) return null;
  window.stops.add(element);
  const hasOutline = (candidate: Element | null | undefined, part?: string) => {
    if (!candidate) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(candidate, part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const around = [element, element.nextElementSibling, element.parentElement, element.closest('li, label')];
  const isSeen = () => {
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    // Something may stand over the middle of the stage of a tour, which is as large as the screen.
    const places = width > innerWidth / 2 && height > innerHeight / 2 ? [0.2, 0.5, 0.8] : [0.5];
    return places.some((x) =>
      places.some((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        if (hit === null) return false;
        return (
          element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element) === true
        );
      }),
    );
  };
  // The browser scrolls to it a moment later. Not by frames: where nothing changes there are none.
  for (let looks = 0; looks < 20 && !isSeen(); looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    what: element.outerHTML.slice(0, 160),
    isMarked: around.some((near) => hasOutline(near) || hasOutline(near, '::after')),
    isSeen: isSeen(),
  };
}

/** Runs in the page: what can be operated and the Tab key has not been at; first it notes what there is. */
function findUnreached(): string[] {
  const operable = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const now = [...document.querySelectorAll<HTMLElement>(operable)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      // Of a group of radio buttons the one that is chosen takes the focus.
      !element.matches('input[type="radio"]:not(:checked)') &&
      !window.stops?.has(element),
  );
  // What comes up behind the focus, such as a button that scrolls back, is reached by going back.
  window.toReach ??= new Set(now);
  return now
    .filter((element) => window.toReach?.has(element))
    .map((element) => element.outerHTML.slice(0, 160));
}

declare global {
  interface Window {
    stops?: Set<Element>;
    toReach?: Set<Element>;
  }
}

const MOST_STOPS = 400;

/**
 * Goes through a page by the Tab key from its very beginning: the skip link is first, every stop is on the screen and shows
 * that it has the focus, nothing holds it, and nothing that can be operated is left out.
 */
export async function walkByTab(page: Page): Promise<void> {
  expect((await page.evaluate(findUnreached)).length).toBeGreaterThan(3);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const hidden: string[] = [];
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    const stop = await page.evaluate(lookAtFocus);
    if (stop === null) break;
    if (!stop.isMarked || !stop.isSeen) hidden.push(JSON.stringify(stop));
    await page.keyboard.press('Tab');
  }
  expect(hidden, 'stops of the Tab key that cannot be seen').toEqual([]);
  expect(await page.evaluate(findUnreached), 'what the Tab key does not reach').toEqual([]);
}
