import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { storageScript } from './storage.ts';

/** A page's window whose storage the browser refuses, as with all cookies blocked. */
function blockedWindow(): Record<string, unknown> {
  const page: Record<string, unknown> = {};
  page.window = page;
  Object.defineProperty(page, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  return page;
}

it('where the browser refuses the storage of a tab, unguarded scripts get one of the page', () => {
  const page = blockedWindow();
  runInNewContext(storageScript, page);
  runInNewContext("sessionStorage.setItem('places', 3); sessionStorage.setItem('gone', 1)", page);
  runInNewContext("sessionStorage.removeItem('gone')", page);
  expect(runInNewContext("[sessionStorage.getItem('places'), sessionStorage.getItem('gone')]", page)).toEqual(
    ['3', null],
  );
});

it('a storage that is there stays as it is', () => {
  const sessionStorage = { own: true };
  const page: Record<string, unknown> = { sessionStorage, Map };
  page.window = page;
  runInNewContext(storageScript, page);
  expect(page.sessionStorage).toBe(sessionStorage);
});
