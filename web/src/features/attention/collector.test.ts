import { gazeBin } from '@oriel/contract/shared/gaze';
import { expect, it } from 'vitest';
import { AttentionSums } from './collector.ts';

const DEGREE = Math.PI / 180;
const at = (yaw: number, pitch = 0) => gazeBin(yaw * DEGREE, pitch * DEGREE);

/** A viewer whose view is set in degrees, and a clock. */
function scripted(scene?: string) {
  const watched = { view: { yaw: 0, pitch: 0, fov: 1 }, paused: true };
  const sums = new AttentionSums(watched, scene, 1000);
  let now = 1000;
  return {
    sums,
    watched,
    pass: (ms: number) => {
      now += ms;
      return now;
    },
    look: (yaw: number, pitch = 0) => {
      watched.view = { ...watched.view, yaw: yaw * DEGREE, pitch: pitch * DEGREE };
      sums.turn(now);
    },
    enter: (id: string) => sums.enter(id, now),
    press: (id: string) => sums.press(id, now),
    show: (isShown: boolean) => sums.show(isShown, now),
    take: () => sums.take(now),
  };
}

it('P6: a scripted gaze gives the time in each field of each scene', () => {
  const { pass, look, enter, press, take } = scripted('lobby');
  pass(2000);
  look(95, -25);
  pass(500);
  look(98, -22);
  pass(700);
  press('door');
  enter('bar');
  pass(300);
  look(-179.99, 85);
  pass(100);
  expect(take()).toEqual({
    scenes: [
      {
        scene: 'lobby',
        ms: 3200,
        gaze: [
          [at(0), 2000],
          [at(95, -25), 1200],
        ],
        presses: { door: 1 },
      },
      {
        scene: 'bar',
        ms: 400,
        gaze: [
          [at(98, -22), 300],
          [at(-179, 85), 100],
        ],
        presses: {},
      },
    ],
  });
  expect(take()).toBeUndefined();
});

it('gives the share of each field that a steady turn passes, within one of a hundred', () => {
  const { pass, look, take } = scripted();
  for (let step = 0; step < 3600; step += 1) {
    look(-180 + step / 10);
    pass(10);
  }
  look(-180);
  const gaze = take()?.scenes[0]?.gaze ?? [];
  expect(gaze).toHaveLength(36);
  for (const [bin, ms] of gaze) {
    expect(Math.floor(bin / 36)).toBe(9);
    expect(Math.abs(ms - 1000)).toBeLessThanOrEqual(10);
  }
});

it('counts no time in which the page is hidden', () => {
  const { pass, show, take } = scripted('lobby');
  pass(1000);
  show(false);
  expect(take()?.scenes[0]?.ms).toBe(1000);
  pass(50_000);
  expect(take()).toBeUndefined();
  show(true);
  pass(2000);
  expect(take()?.scenes[0]?.ms).toBe(2000);
});

it('counts a minute of somebody who has gone away, and all of a film', () => {
  const away = scripted('lobby');
  away.pass(3_600_000);
  expect(away.take()?.scenes[0]?.ms).toBe(60_000);
  away.pass(10_000);
  expect(away.take()).toBeUndefined();
  away.look(10);
  away.pass(1000);
  expect(away.take()?.scenes[0]?.ms).toBe(1000);

  const film = scripted('lobby');
  film.watched.paused = false;
  film.pass(100_000);
  expect(film.take()?.scenes[0]?.ms).toBe(100_000);
});
