import path from 'node:path';
import type * as Iwer from 'iwer';
import { apply, rotationOf } from '../src/headset/rays.ts';
import type { Vector3 } from '../src/math/view.ts';
import type { Scene } from '../src/types.ts';
import { test as base, expect, photo, Stand } from './fixture.ts';
import type { Deed, Visit } from './headset-page/main.ts';
import type { Screen } from './screen.ts';
import { type Site, startSite } from './site.ts';

declare global {
  interface Window {
    visiting: Visit;
    device: Iwer.XRDevice;
    IWER: typeof Iwer;
    contexts: WebGL2RenderingContext[];
  }
}

export interface Quaternion {
  x: number;
  y: number;
  z: number;
  w: number;
}

/** Around an axis, by an angle in radians. */
export function around([x, y, z]: Vector3, angle: number): Quaternion {
  const sine = Math.sin(angle / 2) / Math.hypot(x, y, z);
  return { x: x * sine, y: y * sine, z: z * sine, w: Math.cos(angle / 2) };
}

/** Turned to the right. */
export const toYaw = (yaw: number): Quaternion => around([0, 1, 0], -yaw);

export const PICTURE = photo('direction');
export const BEHIND = toYaw(Math.PI);
export const LEVEL = toYaw(0);
export const DOOR = { id: 'door', kind: 'door', label: 'Hall', at: { yaw: 0.6, pitch: 0 } } as const;
/** Where a point of an eye's half shows to: 0, 0 is its middle, 1 the upper and right edge. Half of the field of view is 45 degrees. */
export function directionThrough(head: Quaternion, x: number, y: number): { yaw: number; pitch: number } {
  const [dx, dy, dz] = apply(rotationOf(head), [x, y, -1]);
  return { yaw: Math.atan2(dx, -dz), pitch: Math.atan2(dy, Math.hypot(dx, dz)) };
}

/** The angle between two directions. */
export function apart(a: { yaw: number; pitch: number }, b: { yaw: number; pitch: number }): number {
  const cosine =
    Math.sin(a.pitch) * Math.sin(b.pitch) + Math.cos(a.pitch) * Math.cos(b.pitch) * Math.cos(a.yaw - b.yaw);
  return Math.acos(Math.min(1, cosine));
}

/** As `directionThrough`, on the screen: each half is 320 pixels wide and 360 high. */
export const pointOf = (eye: 'left' | 'right', x: number, y: number): [number, number] => [
  (eye === 'left' ? 160 : 480) + x * 180,
  180 - y * 180,
];

/** The direction that the colours of the `direction` picture, or of the `second` one, tell. */
export function seen(
  screen: Screen,
  [x, y]: [number, number],
  picture: 'direction' | 'second' = 'direction',
): { yaw: number; pitch: number } {
  const [r, g, b] = screen.at(x, y);
  const [sine, down, cosine] = picture === 'direction' ? [r, g, b] : [g, r, b];
  return { yaw: Math.atan2(sine - 127.5, cosine - 127.5), pitch: Math.PI / 2 - (down / 255) * Math.PI };
}

/** The page in an emulated headset. */
export class HeadsetStand extends Stand {
  async enter(way: 'headset' | 'offer' | 'cardboard' = 'headset', given = {}): Promise<void> {
    await this.page.evaluate(([how, options]) => window.visiting.enter(how, options), [way, given] as const);
  }

  /** Opens the page and enters the headset, with the controllers pointing behind. */
  async begin(scene: Scene = PICTURE, given = {}): Promise<void> {
    await this.open();
    await this.load(scene);
    await this.page.evaluate(({ x, y, z, w }) => {
      for (const controller of Object.values(window.device.controllers))
        controller?.quaternion.set(x, y, z, w);
    }, BEHIND);
    await this.enter('headset', given);
  }

  async end(): Promise<void> {
    const { ended } = await this.visit();
    await this.page.evaluate(() => window.visiting.headset?.end());
    await expect.poll(async () => (await this.visit()).ended).toBe(ended + 1);
  }

  visit(): Promise<{ pressed: string[]; arrivals: boolean[]; ended: number }> {
    return this.page.evaluate(() => {
      const { pressed, arrivals, ended } = window.visiting;
      return { pressed, arrivals, ended };
    });
  }

  do(deeds: Record<string, Deed>): Promise<void> {
    return this.page.evaluate((given) => {
      window.visiting.deeds = given;
    }, deeds);
  }

  async turnHead(to: Quaternion): Promise<void> {
    await this.page.evaluate(({ x, y, z, w }) => window.device.quaternion.set(x, y, z, w), to);
  }

  async point(to: Quaternion): Promise<void> {
    await this.page.evaluate(
      ({ x, y, z, w }) => window.device.controllers.right?.quaternion.set(x, y, z, w),
      to,
    );
    await this.frames();
  }

  async pull(): Promise<void> {
    for (const value of [1, 0]) {
      await this.page.evaluate(
        (to) => window.device.controllers.right?.setButtonValueImmediate('trigger', to),
        value,
      );
      await this.frames();
    }
  }

  /** Lays the controllers aside. */
  async layAside(): Promise<void> {
    await this.page.evaluate(() => {
      for (const controller of Object.values(window.device.controllers))
        if (controller) controller.connected = false;
    });
    await this.frames();
  }

  /** Waits until three frames have been drawn. */
  async frames(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let count = 0; count < 3; count++) await new Promise(requestAnimationFrame);
    });
  }

  /** Waits until both eyes show a direction beside their middles, where nothing is drawn over the picture. */
  async bothShow(head: Quaternion, picture: 'direction' | 'second' = 'direction'): Promise<void> {
    await expect(async () => {
      const screen = await this.screen();
      for (const eye of ['left', 'right'] as const) {
        const shown = seen(screen, pointOf(eye, 0, 0.3), picture);
        expect(apart(shown, directionThrough(head, 0, 0.3))).toBeLessThan(0.02);
      }
    }).toPass({ timeout: 20_000 });
  }

  /** Contexts that have not been lost. */
  contexts(): Promise<number> {
    return this.page.evaluate(() => window.contexts.filter((context) => !context.isContextLost()).length);
  }
}

/** The page draws in a worker: every context of the page itself is the headset's. */
export const test = base.extend<{ stand: HeadsetStand }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const site = await startSite('headset-page');
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  stand: async ({ page, site }, use) => {
    site.requests.length = 0;
    site.answer = () => 200;
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.addInitScript({
      path: path.join(import.meta.dirname, '../../node_modules/iwer/build/iwer.min.js'),
    });
    await page.addInitScript(() => {
      const { XRDevice, metaQuest3 } = window.IWER;
      window.device = new XRDevice(metaQuest3, { stereoEnabled: true, visibilityMask: null });
      window.device.installRuntime({ forceInstall: true });
      window.contexts = [];
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
        const context = Reflect.apply(getContext, this, given);
        if (context instanceof WebGL2RenderingContext) window.contexts.push(context);
        return context;
      } as typeof getContext;
    });
    await use(new HeadsetStand(page, site, 'worker'));
    expect(errors).toEqual([]);
    expect(await page.evaluate(() => window.harness?.violations ?? [])).toEqual([]);
  },
});

export { expect };
