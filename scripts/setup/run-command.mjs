import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, ROOT } from './common.mjs';
import { prepare } from './prepare.mjs';

/**
 * Runs a command of the server with this process's arguments and terminal, and ends with its status.
 *
 * @param {string} file the command's source, from the root of the project
 */
export async function runCommand(file) {
  try {
    const { node } = await prepare({ web: false });
    const { status } = spawnSync(node, [path.join(ROOT, file), ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  } catch (error) {
    exitWithMessage(error);
  }
}
