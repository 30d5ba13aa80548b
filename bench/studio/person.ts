import type { Locator, Page } from '@playwright/test';

/** 200 keys a minute. */
const KEY_MS = 300;
/** To find a thing on the screen, and to bring the pointer there. */
const LOOK_MS = 700;
const REACH_MS = 600;
const STEPS = 12;

/** A hand on the mouse and two on the keys, neither faster than a person's. */
export class Person {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.waitFor();
    await this.#page.waitForTimeout(LOOK_MS);
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error(`${target} is not shown`);
    const began = performance.now();
    await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: STEPS });
    await this.#page.waitForTimeout(Math.max(0, REACH_MS - (performance.now() - began)));
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await this.#page.keyboard.type(text, { delay: KEY_MS });
  }

  /** Opens a list of choices and takes one. */
  async choose(list: Locator, index: number): Promise<void> {
    await list.waitFor();
    await this.#page.waitForTimeout(2 * (LOOK_MS + REACH_MS));
    await list.selectOption({ index });
  }
}
