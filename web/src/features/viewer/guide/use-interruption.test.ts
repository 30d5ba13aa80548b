import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchInput } from './use-interruption.ts';

let page: EventTarget & { hidden: boolean };
beforeEach(() => {
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
});
afterEach(() => vi.unstubAllGlobals());

const key = (name: string) => Object.assign(new Event('keydown'), { key: name });

it.each(['pointerdown', 'touchstart', 'wheel', 'focusin'])('%s outside of the panel pauses', (type) => {
  const pause = vi.fn();
  watchInput(() => false, pause);
  page.dispatchEvent(new Event(type));
  expect(pause).toHaveBeenCalledTimes(1);
});

it('a key pauses, but not one that only modifies others', () => {
  const pause = vi.fn();
  watchInput(() => false, pause);
  for (const name of ['Shift', 'Control', 'Alt', 'Meta']) page.dispatchEvent(key(name));
  expect(pause).not.toHaveBeenCalled();
  page.dispatchEvent(key('ArrowLeft'));
  expect(pause).toHaveBeenCalledTimes(1);
});

it('what happens in the panel, or by itself, does not pause', () => {
  const pause = vi.fn();
  watchInput(() => true, pause);
  page.dispatchEvent(new Event('pointerdown'));
  page.dispatchEvent(key('Tab'));
  page.dispatchEvent(new Event('pointermove'));
  expect(pause).not.toHaveBeenCalled();
});

it.each(['ArrowLeft', 'ArrowDown', '+', '-'])(
  '%s turns the view from within the panel, and pauses',
  (name) => {
    const pause = vi.fn();
    watchInput(() => true, pause);
    page.dispatchEvent(key(name));
    expect(pause).toHaveBeenCalledTimes(1);
  },
);

it('a hidden page pauses, and one that comes back does not', () => {
  const pause = vi.fn();
  watchInput(() => false, pause);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(pause).not.toHaveBeenCalled();
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(pause).toHaveBeenCalledTimes(1);
});

it('listens no longer than it should', () => {
  const pause = vi.fn();
  watchInput(() => false, pause)();
  page.dispatchEvent(new Event('wheel'));
  expect(pause).not.toHaveBeenCalled();
});
