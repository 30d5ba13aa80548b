import { expect, it } from 'vitest';
import { isLost, isLostScript } from './lost-request.ts';

it.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'The network connection was lost.',
  'The Internet connection appears to be offline.',
])('takes %j for a lost request', (message) => {
  expect(isLost(new TypeError(message))).toBe(true);
  expect(isLostScript(new TypeError(message))).toBe(false);
});

it.each([
  'Failed to fetch dynamically imported module: http://localhost/assets/page.js',
  'error loading dynamically imported module: http://localhost/assets/page.js',
  'Importing a module script failed.',
])('takes %j for a lost script', (message) => {
  expect(isLost(new TypeError(message))).toBe(true);
  expect(isLostScript(new TypeError(message))).toBe(true);
});

it('takes lost styles for a lost script', () => {
  const error = new Error('Unable to preload CSS for /assets/page.css');
  expect(isLost(error)).toBe(true);
  expect(isLostScript(error)).toBe(true);
});

it.each([
  new TypeError("Cannot read properties of undefined (reading 'map')"),
  new TypeError('api.fetch is not a function'),
  new Error('Failed to fetch'),
  { status: 503 },
])('takes a mistake of ours for none: %s', (error) => {
  expect(isLost(error)).toBe(false);
});
