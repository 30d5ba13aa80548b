import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Camera } from './controls/camera.ts';
import { DEGREE } from './math/view.ts';
import { Passage } from './passage.ts';
import type { PastView } from './render/protocol.ts';
import type { GoOptions, View } from './types.ts';

const DOOR = { yaw: 0.8, pitch: 0.1 };
const ARRIVAL = { yaw: -1, pitch: -0.2, fov: 70 * DEGREE };

interface Step {
  mix: number;
  past: PastView;
  view: View;
  atMs: number;
}

/** A passage that is ready after so many milliseconds, and what it did until it was over. */
function walk(options: GoOptions & { readyAfterMs?: number; drag?: number } = {}) {
  const camera = new Camera({}, () => {});
  const steps: Step[] = [];
  const startMs = performance.now();
  let endMs: number | undefined;
  const passage = new Passage(
    camera,
    { initialView: ARRIVAL },
    { towards: DOOR, ...options },
    {
      arrive: () => {},
      show: (mix, past) => steps.push({ mix, past, view: camera.view, atMs: performance.now() - startMs }),
      finish: () => {
        endMs = performance.now() - startMs;
      },
    },
  );
  const { readyAfterMs = 0, drag = 0 } = options;
  for (let ms = 0; ms < 3000 && endMs === undefined; ms += 16) {
    if (ms >= readyAfterMs) passage.ready();
    if (ms === 96 || ms === 304) camera.turnBy(drag / 2, 0);
    if (endMs === undefined) advance(16);
  }
  return { camera, steps, endMs };
}

/** A clock whose animation frames come when they are told to. */
let nowMs = 0;
const frames = new Map<number, () => void>();
function advance(ms: number): void {
  nowMs += ms;
  const due = [...frames.values()];
  frames.clear();
  for (const frame of due) frame();
}

beforeEach(() => {
  frames.clear();
  let count = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    frames.set(++count, frame);
    return count;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a passage', () => {
  it('takes 760 ms in all and ends with the first view', () => {
    const { camera, steps, endMs } = walk();
    expect(endMs).toBeGreaterThan(750);
    expect(endMs).toBeLessThanOrEqual(832);
    expect(camera.view.yaw).toBeCloseTo(ARRIVAL.yaw, 9);
    expect(camera.view.pitch).toBeCloseTo(ARRIVAL.pitch, 9);
    expect(camera.view.fov).toBeCloseTo(ARRIVAL.fov, 9);
    // The new scene is alone well before the view has settled, and is never less than before.
    const mixes = steps.map(({ mix }) => mix);
    expect(mixes).toEqual(mixes.toSorted((a, b) => a - b));
    expect(steps.find(({ mix }) => mix === 1)?.atMs).toBeLessThan(350);
  });

  it('looks at the door in the scene before while it looks at the first view in the new one', () => {
    for (const { past, view } of walk().steps) {
      expect(view.yaw + past.yaw).toBeCloseTo(DOOR.yaw, 9);
      expect(view.yaw).toBeCloseTo(ARRIVAL.yaw, 9);
    }
    const [first] = walk().steps;
    // No jump: the scene before is as close as it was before the door.
    expect((first?.view.pitch ?? 0) + (first?.past.pitch ?? 0)).toBeCloseTo(DOOR.pitch, 9);
    const plane = Math.tan((first?.view.fov ?? 0) / 2) / (first?.past.zoom ?? 0);
    expect(plane).toBeCloseTo(Math.tan((75 * DEGREE) / 2) * 0.6, 9);
  });

  it('waits at the door for the new scene', () => {
    const { steps, endMs } = walk({ readyAfterMs: 1600 });
    expect(steps[0]?.atMs).toBeGreaterThanOrEqual(1600);
    expect(endMs).toBeLessThanOrEqual(1600 + 640);
  });

  it('adds what the visitor turns meanwhile', () => {
    const { camera } = walk({ drag: 0.4 });
    expect(camera.view.yaw).toBeCloseTo(ARRIVAL.yaw + 0.4, 9);
    expect(camera.view.fov).toBeCloseTo(ARRIVAL.fov, 9);
  });

  it('is over at once where motion is to be reduced, and for a duration of 0', () => {
    const cut = walk({ duration: 0 });
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    for (const { camera, steps, endMs } of [cut, walk()]) {
      expect(endMs).toBe(0);
      expect(steps.map(({ mix }) => mix)).toEqual([0, 1]);
      expect(camera.view.yaw).toBeCloseTo(ARRIVAL.yaw, 9);
      expect(camera.view.fov).toBeCloseTo(ARRIVAL.fov, 9);
    }
  });

  it('leaves the view as it is between two lights, and as the visitor turns it', () => {
    const { camera, steps, endMs } = walk({ still: true, towards: undefined, readyAfterMs: 200, drag: 0.4 });
    const first = new Camera({}, () => {}).view;
    expect(endMs).toBeGreaterThanOrEqual(1050);
    expect(endMs).toBeLessThan(1200);
    for (const { past, view } of steps) {
      expect(past.yaw).toBeCloseTo(0, 9);
      expect(past.pitch).toBeCloseTo(0, 9);
      expect(past.zoom).toBeCloseTo(1, 9);
      expect(view.fov).toBeCloseTo(first.fov, 9);
    }
    expect(camera.view.yaw).toBeCloseTo(first.yaw + 0.4, 9);
    expect(camera.view.pitch).toBeCloseTo(first.pitch, 9);
    const halfway = steps.find(({ mix }) => mix >= 0.5);
    expect(halfway?.atMs).toBeGreaterThan(550);
  });
});
