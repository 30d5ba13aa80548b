import { test as base, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { HotspotOptions } from '../src/hotspots/index.ts';
import type {
  GoOptions,
  LoadOptions,
  PhotoScene,
  Scene,
  View,
  ViewerEvents,
  ViewerOptions,
} from '../src/types.ts';
import type { Harness } from './page/main.ts';
import { LEVELS, TILE_SIZE } from './pictures.ts';
import { type Site, startSite } from './site.ts';

declare global {
  interface Window {
    harness: Harness;
  }
}

/** What the page notes. */
export const EVENTS = [
  'ready',
  'sharp',
  'tap',
  'error',
  'contextlost',
  'contextrestored',
  'canplay',
  'autoplayblocked',
  'playing',
  'paused',
  'timeupdate',
  'ended',
  'volumechange',
] as const satisfies (keyof ViewerEvents)[];

export const photo = (name: string, scene: Partial<PhotoScene> = {}): PhotoScene => ({
  kind: 'photo',
  image: `/media/${name}.png`,
  ...scene,
});

export const PICTURE: Scene = photo('direction');

export const tiles = (kind: string, query = ''): PhotoScene => ({
  kind: 'photo',
  tiles: { tileSize: TILE_SIZE, levels: LEVELS, url: `/media/${kind}/{level}/{row}_{column}.png${query}` },
});

/** The screen's pixels, by their place in CSS pixels. */
export class Screen {
  readonly #pixels: Buffer;
  readonly width: number;
  readonly height: number;

  constructor(pixels: Buffer, width: number, height: number) {
    this.#pixels = pixels;
    this.width = width;
    this.height = height;
  }

  at(x: number, y: number): [number, number, number] {
    const offset = (Math.round(y) * this.width + Math.round(x)) * 3;
    return [this.#pixels[offset] ?? 0, this.#pixels[offset + 1] ?? 0, this.#pixels[offset + 2] ?? 0];
  }

  /** Direction, in radians, that the colour at a point of the `direction` pictures encodes. */
  direction(x = this.width / 2, y = this.height / 2): { yaw: number; pitch: number } {
    const [r, g, b] = this.at(x, y);
    return { yaw: Math.atan2(r - 127.5, b - 127.5), pitch: Math.PI / 2 - (g / 255) * Math.PI };
  }

  /** Share of the pixels that differ from another screen's by more than 10 in any channel. */
  difference(other: Screen): number {
    let count = 0;
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        const [mine, theirs] = [this.at(x, y), other.at(x, y)];
        if (mine.some((value, channel) => Math.abs(value - (theirs[channel] ?? 0)) > 10)) count++;
      }
    }
    return count / (this.width * this.height);
  }

  /** The largest step of any channel between neighbouring pixels. */
  largestStep(): number {
    let largest = 0;
    for (let y = 1; y < this.height; y++) {
      for (let x = 1; x < this.width; x++) {
        const offset = (y * this.width + x) * 3;
        for (let channel = 0; channel < 3; channel++) {
          const here = this.#pixels[offset + channel] ?? 0;
          const left = this.#pixels[offset + channel - 3] ?? 0;
          const above = this.#pixels[offset + channel - this.width * 3] ?? 0;
          largest = Math.max(largest, Math.abs(here - left), Math.abs(here - above));
        }
      }
    }
    return largest;
  }
}

/** What the renderer does from now on: draw calls and animation frames, textures made and freed. */
function countWork(): void {
  const scope = globalThis as typeof globalThis & { work: Record<string, number> };
  scope.work = { draws: 0, frames: 0, textures: 0 };
  const prototype = WebGL2RenderingContext.prototype;
  const { drawArrays, createTexture, deleteTexture } = prototype;
  prototype.drawArrays = function (...given) {
    scope.work.draws = (scope.work.draws ?? 0) + 1;
    drawArrays.apply(this, given);
  };
  prototype.createTexture = function () {
    scope.work.textures = (scope.work.textures ?? 0) + 1;
    return createTexture.call(this);
  };
  prototype.deleteTexture = function (texture) {
    scope.work.textures = (scope.work.textures ?? 0) - 1;
    deleteTexture.call(this, texture);
  };
  const request = scope.requestAnimationFrame.bind(scope);
  scope.requestAnimationFrame = (callback) => {
    scope.work.frames = (scope.work.frames ?? 0) + 1;
    return request(callback);
  };
}

const work = () => (globalThis as typeof globalThis & { work: Record<string, number> }).work;

/** The page with the viewer, as a test sees it. */
export class Stand {
  readonly page: Page;
  readonly site: Site;
  readonly renderer: 'worker' | 'main';

  constructor(page: Page, site: Site, renderer: 'worker' | 'main') {
    this.page = page;
    this.site = site;
    this.renderer = renderer;
  }

  async open(options: Omit<ViewerOptions, 'budget'> = {}): Promise<void> {
    await this.page.goto(this.site.origin);
    await this.start(options);
  }

  async start(options: Omit<ViewerOptions, 'budget'> = {}): Promise<void> {
    const given = { renderer: this.renderer, ...options };
    await this.page.evaluate(([more, types]) => window.harness.start(more, [...types]), [
      given,
      EVENTS,
    ] as const);
  }

  showHotspots(options: HotspotOptions = {}): Promise<void> {
    return this.page.evaluate(async (given) => (await window.harness.more()).showHotspots(given), options);
  }

  /** Loads a scene and waits for an event of it. */
  async load(scene: Scene, awaited = 'sharp', options: LoadOptions = {}): Promise<void> {
    await this.page.evaluate(([given, more]) => window.harness.load(given, more), [scene, options] as const);
    if (awaited) await this.event(awaited);
  }

  /** Goes to a scene; resolves as the viewer says it does. */
  go(scene: Scene, options: GoOptions = {}): Promise<boolean> {
    return this.page.evaluate(([given, more]) => window.harness.go(given, more), [scene, options] as const);
  }

  /** Begins to go to a scene, and stops the fade at a share of it. */
  async goHalfway(scene: Scene, mix: number, options: GoOptions = {}): Promise<void> {
    await this.page.evaluate(
      ([given, more, share]) => {
        void window.harness.go(given, more);
        window.harness.viewer.holdFade(share);
      },
      [scene, options, mix] as const,
    );
    await this.event('ready');
  }

  async event(type: string): Promise<void> {
    await this.page.waitForFunction((name) => window.harness.events.some((e) => e.type === name), type, {
      polling: 50,
      timeout: 30_000,
    });
  }

  events(type: string): Promise<unknown[]> {
    return this.page.evaluate(
      (name) => window.harness.events.filter((e) => e.type === name).map((e) => e.payload),
      type,
    );
  }

  view(): Promise<View> {
    return this.page.evaluate(() => window.harness.viewer.view);
  }

  /** The view once it has stayed the same for 200 ms. */
  async restingView(): Promise<View> {
    for (let before = await this.view(); ; ) {
      await this.page.waitForTimeout(200);
      const view = await this.view();
      if (view.yaw === before.yaw && view.pitch === before.pitch) return view;
      before = view;
    }
  }

  look(view: Partial<View>): Promise<void> {
    return this.page.evaluate((given) => window.harness.viewer.look(given), view);
  }

  /** The screen, once two frames had time to reach it. */
  async screen(): Promise<Screen> {
    await this.page.waitForTimeout(100);
    const shot = sharp(await this.page.screenshot()).removeAlpha();
    const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true });
    return new Screen(data, info.width, info.height);
  }

  /** Waits until the middle of the screen shows what the picture has in this direction. */
  async shows({ yaw, pitch = 0 }: { yaw: number; pitch?: number }, tolerance = 0.02): Promise<void> {
    await base
      .expect(async () => {
        const seen = (await this.screen()).direction();
        base.expect(Math.abs(Math.sin((seen.yaw - yaw) / 2)) * 2).toBeLessThan(tolerance);
        base.expect(Math.abs(seen.pitch - pitch)).toBeLessThan(tolerance);
      })
      .toPass({ timeout: 20_000 });
  }

  /** Waits until all media have been served, and none have been requested for a second. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.site.requests.length || this.site.pending > 0; ) {
      before = this.site.requests.length;
      await this.page.waitForTimeout(1000);
    }
  }

  /** Runs where the drawing happens: in the worker or on the page. */
  async evaluateInRenderer<T>(script: () => T): Promise<T> {
    const [worker] = this.page.workers();
    return this.renderer === 'worker' && worker
      ? (worker.evaluate(script) as Promise<T>)
      : (this.page.evaluate(script) as Promise<T>);
  }

  countWork(): Promise<void> {
    return this.evaluateInRenderer(countWork);
  }

  /** What the renderer has done since `countWork`. */
  work(): Promise<Record<string, number>> {
    return this.evaluateInRenderer(work);
  }

  /** The same, once it has done nothing more for 500 ms. */
  async idleWork(): Promise<Record<string, number>> {
    for (let before = await this.work(); ; ) {
      await this.page.waitForTimeout(500);
      const now = await this.work();
      if (now.draws === before.draws && now.frames === before.frames) return now;
      before = now;
    }
  }

  async drag(dx: number, dy: number): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(320, 180);
    await mouse.down();
    await mouse.move(320 + dx / 2, 180 + dy / 2);
    await mouse.move(320 + dx, 180 + dy);
    await mouse.up();
  }
}

export const test = base.extend<{ stand: Stand }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  stand: async ({ page, site }, use, { project }) => {
    site.requests.length = 0;
    site.answer = () => 200;
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(new Stand(page, site, project.metadata.renderer));
    base.expect(errors).toEqual([]);
    const violations = await page.evaluate(() => window.harness?.violations ?? []);
    base.expect(violations).toEqual([]);
  },
});

export const { expect } = base;
