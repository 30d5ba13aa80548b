import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, runOrExplain, withProgress } from './common.mjs';
import { packagesAreCurrent } from './packages.mjs';
import { findNode } from './pinned-node.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { recordWebBuild, webIsBuilt } from './web-build.mjs';

/** The npm that started this process, else the one on the path. */
function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') && existsSync(script) ? [process.execPath, script] : ['npm'];
}

async function installPackages() {
  const [command, ...before] = npmCommand();
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await withProgress('Installing the packages of the lockfile', () =>
    runOrExplain('Installing the packages', command, [...before, ...flags]),
  );
}

/** Builds the web pages with the given Node. */
export async function buildWeb(node) {
  await withProgress('Building the web pages', async () => {
    const cli = path.join(ROOT, 'node_modules/@react-router/dev/bin.cjs');
    const finish = await recordWebBuild();
    await runOrExplain('Building the web pages', node, [cli, 'build', 'web'], {
      env: { NODE_ENV: 'production' },
    });
    await finish();
  });
}

/**
 * Installs the packages of the lockfile, with the pinned Node, and builds the pages, each only where that is not done yet.
 *
 * @param {{ web?: boolean }} needs `web: false` where the built pages are not needed
 * @returns {Promise<{ node: string }>} the Node to run everything with
 */
export async function prepare({ web = true } = {}) {
  const webIsMissing = async () => web && !(await webIsBuilt());
  if (!packagesAreCurrent() || (await webIsMissing())) {
    await mkdir(path.join(ROOT, '.cache'), { recursive: true });
    await withSetupLock(path.join(ROOT, '.cache/setup.lock'), async () => {
      if (!packagesAreCurrent()) await installPackages();
      if (await webIsMissing()) await buildWeb(findNode());
    });
  }
  return { node: findNode() };
}
