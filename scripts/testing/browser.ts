import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, runOrExplain, SetupError, withProgress } from '../setup/common.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export interface TestBrowser {
  executable: string;
  /** What it needs in its environment. */
  env: Record<string, string>;
}

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...candidates, ...MAC_APPLICATIONS].find((file) => existsSync(file));
}

/** Unpacks the browser of the npm package with its system libraries, once per version. */
async function packagedBrowser(): Promise<TestBrowser> {
  const manifest = path.join(ROOT, 'node_modules/@sparticuz/chromium/package.json');
  if (process.platform !== 'linux' || !existsSync(manifest)) {
    throw new SetupError(
      'The browser tests need Chromium or Chrome. Install one, or set CHROMIUM to its path.',
    );
  }
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const folder = path.join(ROOT, '.cache', `chromium-${version}`);
  const done = path.join(folder, 'ready');
  if (!existsSync(done)) {
    await mkdir(folder, { recursive: true });
    await withProgress('Unpacking the browser for the tests', () =>
      runOrExplain(
        'Unpacking the browser',
        process.execPath,
        [path.join(import.meta.dirname, 'unpack-chromium.ts'), done],
        { env: { TMPDIR: folder } },
      ),
    );
  }
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean);
  return {
    executable: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') },
  };
}

/** The browser for the tests: the one that CHROMIUM names, the system's, else the packaged one. */
export async function findBrowser(): Promise<TestBrowser> {
  const executable = process.env.CHROMIUM || systemBrowser();
  return executable ? { executable, env: {} } : packagedBrowser();
}
