import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuidePlayer } from './player.ts';

const STEPS = [9, 10, 4, 6.5, 12].map((seconds) => ({ seconds }));

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** A player whose rooms are entered after `lateMs`; notes when each step was shown. */
function play(lateMs: number, steps = STEPS) {
  const shown: { index: number; at: number }[] = [];
  const player: GuidePlayer = new GuidePlayer(steps, (index) => {
    shown.push({ index, at: performance.now() });
    if (lateMs > 0) setTimeout(() => player.setPresent(true), lateMs);
    return lateMs === 0;
  });
  player.play();
  return { player, shown };
}

/** The seconds that each step took. */
const taken = (shown: { at: number }[], end: number) =>
  shown.map(({ at }, index) => ((shown[index + 1]?.at ?? end) - at) / 1000);

describe('a guided tour', () => {
  it.each([0, 400, 950])('gives each step its seconds when rooms are there after %i ms', (lateMs) => {
    const { player, shown } = play(lateMs);
    let end = 0;
    player.subscribe(() => {
      if (player.state.hasEnded) end = performance.now();
    });
    vi.advanceTimersByTime(60_000);
    expect(shown.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    for (const [index, seconds] of taken(shown, end).entries()) {
      const wanted = STEPS[index]?.seconds ?? Number.NaN;
      expect(seconds).toBeGreaterThanOrEqual(wanted * 0.9);
      expect(seconds).toBeLessThanOrEqual(wanted * 1.1);
    }
    expect(player.state).toEqual({ index: 4, isPlaying: false, isRunning: false, hasEnded: true, run: 4 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for a room that is late, and shows it as long as it should', () => {
    const { player, shown } = play(8000);
    vi.advanceTimersByTime(7900);
    expect(player.state).toMatchObject({ index: 0, isPlaying: true, isRunning: false });
    vi.advanceTimersByTime(8000);
    expect(player.state).toMatchObject({ index: 0, isRunning: true });
    vi.advanceTimersByTime(200);
    expect(shown).toHaveLength(2);
  });

  it('resumes where it was paused', () => {
    const { player, shown } = play(0);
    vi.advanceTimersByTime(9000 + 4000);
    player.pause();
    vi.advanceTimersByTime(100_000);
    expect(player.state).toMatchObject({ index: 1, isPlaying: false });
    expect(vi.getTimerCount()).toBe(0);
    player.play();
    expect(shown.at(-1)?.index).toBe(1);
    vi.advanceTimersByTime(5900);
    expect(player.state.index).toBe(1);
    vi.advanceTimersByTime(200);
    expect(player.state.index).toBe(2);
  });

  it('goes to any step, paused or not, and no further than the ends', () => {
    const { player, shown } = play(0);
    player.go(3);
    expect(player.state).toMatchObject({ index: 3, isPlaying: true });
    player.pause();
    player.go(2);
    player.go(-1);
    player.go(5);
    expect(player.state).toMatchObject({ index: 2, isPlaying: false });
    expect(shown.at(-1)?.index).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(player.state.index).toBe(2);
  });

  it('begins the current step again when it is chosen', () => {
    const { player, shown } = play(0);
    vi.advanceTimersByTime(5000);
    player.go(0);
    expect(player.state).toMatchObject({ index: 0, run: 1 });
    vi.advanceTimersByTime(8900);
    expect(shown).toHaveLength(2);
  });

  it('begins again after its end', () => {
    const { player } = play(0);
    vi.advanceTimersByTime(60_000);
    player.play();
    expect(player.state).toEqual({ index: 0, isPlaying: true, isRunning: true, hasEnded: false, run: 5 });
  });

  it('never starts by itself', () => {
    const show = vi.fn(() => true);
    const player = new GuidePlayer(STEPS, show);
    player.setPresent(true);
    vi.advanceTimersByTime(60_000);
    expect(show).not.toHaveBeenCalled();
    expect(player.state.isPlaying).toBe(false);
  });
});
