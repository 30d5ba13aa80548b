import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

export const THEMES = ['white', 'cream', 'dark'] as const;

/**
 * Brings all transitions and animations that have an end to it. Their own `finished` is no use: the browser does not advance
 * them in content that it skips, such as a closed `<details>`, where they stay in the list for as long as the page is open.
 */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    // An inherited property changes from parent to child, one transition after the other.
    for (let depth = 0, next = running(); depth < 20 && next.length > 0; depth += 1, next = running()) {
      for (const animation of next) animation.finish();
    }
  });
}

/** Shows the page in a theme, without a transition of every element's colours. */
export async function showTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate((chosen) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
    document.documentElement.dataset.theme = chosen;
    // Computes the colours while nothing fades.
    document.documentElement.getBoundingClientRect();
    document.adoptedStyleSheets.pop();
  }, theme);
  await finishAnimations(page);
}

/**
 * Fails on everything that axe finds in the page as it stands.
 *
 * @param what distinguishes this check of the page from others
 * @param options.rules the only rules to check; all of them where none are named
 * @param options.within the part of the page to check
 */
export async function expectNoBarrier(
  page: Page,
  what: string,
  { rules, within }: { rules?: string[]; within?: string } = {},
): Promise<void> {
  await finishAnimations(page);
  // Parsing axe takes longer than most checks, so a page gets it once. Only violations are described.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source}; undefined`);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const found = await page.evaluate(
    async ({ within, options }) => {
      const { violations } = await window.axe.run(within ?? document, options);
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }));
    },
    { within, options },
  );
  expect(found, what).toEqual([]);
}

/**
 * Fails on everything that axe finds in the page's three themes: what does not depend on colours is checked in the first.
 *
 * @param what distinguishes this check of the page from others
 * @param options as of `expectNoBarrier`
 */
export async function expectNoBarrierInAnyTheme(
  page: Page,
  what = '',
  options: { rules?: string[]; within?: string } = {},
): Promise<void> {
  for (const [index, theme] of THEMES.entries()) {
    await showTheme(page, theme);
    const rules = index === 0 ? {} : { rules: ['color-contrast'] };
    await expectNoBarrier(page, `${theme} ${what}`, { ...options, ...rules });
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

/** No animation and no video is running. */
export async function expectNoMotion(page: Page): Promise<void> {
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
  const videos = page.locator('video').filter({ visible: true });
  expect(
    await videos.evaluateAll((all: HTMLVideoElement[]) => all.filter(({ paused }) => !paused).length),
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
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSTransition) animation.finish();
  }
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
  if (window.stops === undefined) window.toReach = new Set(now);
  return now
    .filter((element) => window.toReach?.has(element))
    .map((element) => element.outerHTML.slice(0, 160));
}

declare global {
  interface Window {
    axe: typeof axe;
    stops?: Set<Element>;
    toReach?: Set<Element>;
  }
}

const MOST_STOPS = 400;

/**
 * Goes through a page by the Tab key from its very beginning: the skip link is first, every stop is on the screen and shows
 * that it has the focus, nothing holds it, and nothing that can be operated is left out.
 *
 * @param fewestStops how many the page has at least, once it is complete
 */
export async function walkByTab(page: Page, fewestStops = 4): Promise<void> {
  await expect
    .poll(async () => (await page.evaluate(findUnreached)).length)
    .toBeGreaterThanOrEqual(fewestStops);
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
