import { test as base, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { HotspotOptions } from '../src/hotspots/index.ts';
import type { SnapshotOptions } from '../src/snapshot/index.ts';
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
import { countWork, twoFrames, work } from './renderer-work.ts';
import { Screen } from './screen.ts';
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

/** A film of two frames of the stereo picture of that name. */
export const film = (name: 'top-bottom' | 'left-right'): Scene => ({
  kind: 'video',
  sources: [{ src: `/media/${name}.webm` }],
});
/** How far a direction may be off that a compressed film's colours tell, in radians. */
export const FILM_SEEN = 0.08;

export const tiles = (kind: string, query = ''): PhotoScene => ({
  kind: 'photo',
  tiles: { tileSize: TILE_SIZE, levels: LEVELS, url: `/media/${kind}/{level}/{row}_{column}.png${query}` },
});

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

  /** The screen, once what the page asked for has been drawn and had time to reach it. */
  async screen(): Promise<Screen> {
    await this.page.evaluate(twoFrames);
    await this.evaluateInRenderer(twoFrames);
    await this.page.waitForTimeout(100);
    const shot = sharp(await this.page.screenshot()).removeAlpha();
    const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true });
    return new Screen(data, info.width, info.height);
  }

  /** What the viewer gives as an image. */
  async snapshot(options: Pick<SnapshotOptions, 'width' | 'hotspots'> = {}): Promise<Screen> {
    const url = await this.page.evaluate(
      async (given) => (await window.harness.more()).snapshot({ type: 'image/png', ...given }),
      options,
    );
    const image = sharp(Buffer.from(url?.split(',')[1] ?? '', 'base64')).removeAlpha();
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
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
