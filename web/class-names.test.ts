import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { shortClassNames } from './class-names.ts';

const FOLDER = path.join(import.meta.dirname, 'src');
const BUTTON = path.join(FOLDER, 'ui/button.module.css');
const CHIP = path.join(FOLDER, 'ui/chip.module.css');
const CSS = '.button { gap: 0.5rem; } .quiet:hover:not(.button) { animation: pass 1s; } @keyframes pass {}';

describe('the names of classes in builds', () => {
  it('are the same in the build for browsers and in that for the server, whatever comes first', () => {
    const [browser, server] = [shortClassNames(FOLDER), shortClassNames(FOLDER)];
    const inBrowser = ['button', 'quiet'].map((name) => browser(name, BUTTON, CSS));
    server('quiet', CHIP, CSS);
    const onServer = ['quiet', 'button'].map((name) => server(name, `${BUTTON}?inline`, CSS)).reverse();
    expect(onServer).toEqual(inBrowser);
  });

  it('tell classes, files and animations apart, and may begin a selector', () => {
    const name = shortClassNames(FOLDER);
    const names = [
      ...['button', 'quiet', 'pass'].map((own) => name(own, BUTTON, CSS)),
      ...['button', 'quiet', 'pass'].map((own) => name(own, CHIP, CSS)),
    ];
    expect(new Set(names).size).toBe(names.length);
    for (const made of names) expect(made).toMatch(/^[a-z][\w-]*$/);
  });

  it('are not made for a file that lies elsewhere', () => {
    expect(() => shortClassNames(FOLDER)('button', '/elsewhere/button.module.css', CSS)).toThrow(
      'does not lie in',
    );
  });
});
