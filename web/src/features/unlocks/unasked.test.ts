import { afterEach, expect, it, vi } from 'vitest';
import { stopAsking, unlocksUnasked } from './unasked.ts';

afterEach(() => void vi.unstubAllGlobals());

it('asks each member of a browser again, until that member does not want it', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  expect(unlocksUnasked('ada')).toBe(false);
  stopAsking('ada');
  expect([unlocksUnasked('ada'), unlocksUnasked('grace')]).toEqual([true, false]);
  stopAsking('grace');
  expect([unlocksUnasked('ada'), unlocksUnasked('grace')]).toEqual([false, true]);
});

it('asks where the browser stores nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  stopAsking('ada');
  expect(unlocksUnasked('ada')).toBe(false);
});
