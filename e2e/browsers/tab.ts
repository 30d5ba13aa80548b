import type { Session } from '@oriel/contract';
import { expect } from '@playwright/test';
import type { Driver, Key } from './driver.ts';

/** An element by selector, and by its name: a label, or its own text. The whole name where some element has it, else a part. */
export interface Target {
  css: string;
  name?: string;
}

export const button = (name: string): Target => ({ css: 'button, [role="button"]', name });
export const link = (name: string): Target => ({ css: 'a[href]', name });
export const field = (name: string): Target => ({ css: 'input, select, textarea', name });
export const heading = (name: string): Target => ({ css: 'h1, h2, h3', name });
export const tab = (name: string): Target => ({ css: '[role="tab"]', name });

interface Found {
  x: number;
  y: number;
  width: number;
  text: string;
}

/** Runs in the page: brings the first fitting visible element into view. */
function lookFor({ css, name }: Target): Found | null {
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const labels = (element as HTMLInputElement).labels;
    return tidy(element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent);
  };
  const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
  ];
  const roots = rootsIn(document);
  const all = (selector: string) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const modal = all('dialog:modal').at(-1);
  const visible = all(css).filter((element) => {
    if (modal && !modal.contains(element)) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  });
  const element =
    name === undefined
      ? visible[0]
      : (visible.find((one) => nameOf(one) === name) ?? visible.find((one) => nameOf(one).includes(name)));
  if (element === undefined) return null;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width, text: tidy(element.textContent) };
}

/** A visitor's tab: looks for what they would look for, and uses the mouse and the keys. */
export class Tab {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  run<Result, Args extends unknown[]>(call: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return this.#driver.run(`return (${call})(...${JSON.stringify(args)})`) as Promise<Result>;
  }

  resize(width: number, height: number): Promise<void> {
    return this.#driver.resize(width, height);
  }

  /** Opens a page, and waits until its scripts have taken over. */
  async goto(path: string): Promise<void> {
    await this.#driver.goto(this.#origin + path);
    await this.#untilHydrated();
  }

  async reload(): Promise<void> {
    await this.run(() => location.reload());
    await this.#untilHydrated();
  }

  async #untilHydrated(): Promise<void> {
    const isReady = () =>
      this.run(() => {
        if (document.readyState === 'loading') return false;
        if (!('__reactRouterContext' in window)) return true;
        const [main] = document.getElementsByTagName('main');
        return Object.keys(main ?? {}).some((key) => key.startsWith('__reactFiber'));
      });
    // While a page is being replaced no script runs in it.
    await expect.poll(() => isReady().catch(() => false)).toBe(true);
  }

  async find(target: Target): Promise<Found> {
    let found: Found | null = null;
    await expect
      .poll(
        async () => {
          const before = found;
          found = await this.run(lookFor, target);
          // What still moves would be missed.
          return found !== null && before !== null && found.x === before.x && found.y === before.y;
        },
        `${target.name ?? target.css} is there`,
      )
      .toBe(true);
    if (found === null) throw new Error('not there');
    return found;
  }

  async click(target: Target): Promise<void> {
    const { x, y } = await this.find(target);
    await this.clickAt(x, y);
  }

  async clickAt(x: number, y: number): Promise<void> {
    await this.#driver.move(Math.round(x), Math.round(y));
    await this.#driver.down();
    await this.#driver.up();
  }

  async drag(from: [x: number, y: number], to: [x: number, y: number]): Promise<void> {
    await this.#driver.move(...from);
    await this.#driver.down();
    await this.#driver.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await this.#driver.move(...to);
    await this.#driver.up();
  }

  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.run(() => (document.activeElement as HTMLInputElement).select());
    await this.#driver.type(text);
  }

  /** Chooses an option by its value. The list of a select is a window of the system, which no driver sees. */
  async choose(target: Target, value: string): Promise<void> {
    await this.find(target);
    await this.run(
      (name, chosen) => {
        const select = [...document.querySelectorAll('select')].find(({ labels }) =>
          labels[0]?.textContent?.includes(name),
        );
        const proto = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value');
        proto?.set?.call(select, chosen);
        select?.dispatchEvent(new Event('change', { bubbles: true }));
      },
      target.name ?? '',
      value,
    );
  }

  press(key: Key): Promise<void> {
    return this.#driver.press(key);
  }

  async expectUrl(pattern: RegExp): Promise<void> {
    await expect
      .poll(() => this.run(() => location.pathname + location.search).catch(() => ''))
      .toMatch(pattern);
  }

  async expectText(text: string | RegExp, css = 'body'): Promise<void> {
    const content = () =>
      this.run(
        (selector) =>
          [...document.querySelectorAll<HTMLElement>(selector)].map((one) => one.innerText).join('\n'),
        css,
      );
    await expect.poll(() => content().catch(() => '')).toMatch(text);
  }

  async expectCount(css: string, isRight: (count: number) => boolean): Promise<void> {
    await expect
      .poll(async () =>
        isRight(await this.run((selector) => document.querySelectorAll(selector).length, css)),
      )
      .toBe(true);
  }

  async expectGone(target: Target): Promise<void> {
    await expect.poll(() => this.run(lookFor, target), `${target.name} is gone`).toBeNull();
  }

  /** The next page that opens is a member's. */
  async signIn(session: Session): Promise<void> {
    await this.#driver.goto(`${this.#origin}/healthz`);
    await this.run((text) => localStorage.setItem('oriel-session', text), JSON.stringify(session));
  }

  /** The visitor has refused cookies before: no banner covers what is clicked. */
  async refuseCookies(): Promise<void> {
    await this.#driver.goto(`${this.#origin}/healthz`);
    await this.run(() => {
      const refused = { version: 1, necessary: true, analytics: false, marketing: false };
      const choice = JSON.stringify({ ...refused, updatedAt: new Date().toISOString() });
      localStorage.setItem('oriel-consent', choice);
    });
  }
}
