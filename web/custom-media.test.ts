import path from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { customMedia } from './custom-media.ts';

const BREAKPOINTS = path.join(import.meta.dirname, 'src/styles/breakpoints.css');

async function build(css: string): Promise<string> {
  const plugins = [customMedia(BREAKPOINTS)];
  const config = await resolveConfig({ configFile: false, css: { postcss: { plugins } } }, 'build');
  return (await preprocessCSS(css, 'a.css', config)).code;
}

it('replaces the names of breakpoints by their widths, also within a larger query', async () => {
  expect(await build('@media (--large) { a { top: 0 } }')).toContain('@media (min-width: 62rem)');
  expect(await build('@media (not (--medium)) and (scripting: none) { a { top: 0 } }')).toContain(
    '@media (not (min-width: 48rem)) and (scripting: none)',
  );
});

it('refuses a name that is not defined', async () => {
  await expect(build('@media (--huge) { a { top: 0 } }')).rejects.toThrow('--huge is not defined');
});
