import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

/** The pages under test. */
export type TestPage = 'page' | 'headset-page';

/** What all workers share; set before the first one starts. */
const FOLDER = 'VIEWER_TEST_FOLDER';

const folder = (name: string): string => {
  const prepared = process.env[FOLDER];
  if (prepared === undefined) throw new Error('The pages have not been built.');
  return path.join(prepared, name);
};

/** Where a page has been built. */
export const builtPage = (page: TestPage): string => folder(page);

/** Where pictures are kept once a worker has drawn them. */
export const drawnPictures = (): string => folder('pictures');

/** Builds the pages as for production, once for all workers; Playwright calls what this returns in the end. */
export default async function prepare(): Promise<() => Promise<void>> {
  const prepared = await mkdtemp(path.join(tmpdir(), 'viewer-test-'));
  process.env[FOLDER] = prepared;
  await mkdir(drawnPictures());
  for (const page of ['page', 'headset-page'] as const) {
    await build({
      root: path.join(import.meta.dirname, page),
      base: './',
      logLevel: 'error',
      worker: { format: 'es' },
      build: { outDir: builtPage(page), emptyOutDir: true, target: 'es2022' },
    });
  }
  return () => rm(prepared, { recursive: true });
}
