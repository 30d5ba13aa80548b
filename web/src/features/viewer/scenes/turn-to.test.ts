import type { View, Viewer } from '@oriel/viewer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { turnBetween, turnTo } from './turn-to.ts';

let frames: FrameRequestCallback[];
let isCalm: boolean;

beforeEach(() => {
  frames = [];
  isCalm = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isCalm }));
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

function draw(time: number): void {
  for (const frame of frames.splice(0)) frame(time);
}

function fakeViewer(view: View) {
  const looks: View[] = [];
  const viewer = { view, look: (to: View) => looks.push(to) };
  return { looks, viewer: viewer as unknown as Viewer };
}

const FROM = { yaw: 3, pitch: 0, fov: 1 };
const TO = { yaw: -3, pitch: 0.4, fov: 0.8 };

it('turns the shorter way within its time, and then rests', () => {
  const { looks, viewer } = fakeViewer(FROM);
  turnTo(viewer, TO, { ms: 1000, signal: new AbortController().signal });
  for (const time of [0, 500, 1000]) draw(time);
  expect(looks.map(({ yaw }) => yaw)).toEqual([3, 3 + Math.PI - 3, 3 + 2 * (Math.PI - 3)]);
  expect(looks.at(-1)).toMatchObject({ pitch: 0.4, fov: 0.8 });
  expect(frames).toHaveLength(0);
});

it('cuts for visitors who prefer less motion', () => {
  isCalm = true;
  const { looks, viewer } = fakeViewer(FROM);
  turnTo(viewer, TO, { ms: 1000 });
  expect(looks).toEqual([TO]);
  expect(frames).toHaveLength(0);
});

it.each(['pointerdown', 'wheel', 'keydown', 'touchstart'])('ends with %s', (type) => {
  const { looks, viewer } = fakeViewer(FROM);
  turnTo(viewer, TO);
  draw(0);
  document.dispatchEvent(new Event(type));
  draw(100);
  expect(looks).toHaveLength(1);
  expect(frames).toHaveLength(0);
});

it('ends with its signal alone, where it has one', () => {
  const { looks, viewer } = fakeViewer(FROM);
  const ended = new AbortController();
  turnTo(viewer, TO, { signal: ended.signal });
  draw(0);
  document.dispatchEvent(new Event('keydown'));
  draw(100);
  expect(looks).toHaveLength(2);
  ended.abort();
  draw(200);
  expect(looks).toHaveLength(2);
});

it('a turn is never more than half round', () => {
  expect(turnBetween({ ...FROM, yaw: 0.5 }, { ...TO, yaw: -0.5 })).toBeCloseTo(-1);
  expect(turnBetween({ ...FROM, yaw: -3 }, { ...TO, yaw: 3 })).toBeCloseTo(6 - 2 * Math.PI);
});
