import { beforeEach, expect, it, vi } from 'vitest';

let stored: string | null;
beforeEach(() => {
  stored = null;
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
  });
});

it('the device remembers what is changed of captions, and what is taken back', async () => {
  const { hasChosen, toggleCaptions } = await import('./caption-choice.ts');
  toggleCaptions('large');
  toggleCaptions('plain');
  expect([hasChosen('large'), hasChosen('plain'), hasChosen('hidden')]).toEqual([true, true, false]);
  toggleCaptions('large');
  expect(stored).toBe('plain');
});

it('captions are shown where what is stored makes no sense', async () => {
  stored = '{"hidden":true}';
  const { hasChosen } = await import('./caption-choice.ts');
  expect(hasChosen('hidden')).toBe(false);
});
