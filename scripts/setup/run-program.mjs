import { spawn } from 'node:child_process';
import path from 'node:path';
import { exitWithMessage, ROOT } from './common.mjs';
import { toolEnvironment } from './pinned-node.mjs';
import { prepare } from './prepare.mjs';

/**
 * Sets up what is missing, runs a program of the project on the pinned Node in this terminal, and ends with its status.
 *
 * @param {string} file the program's source, from the root of the project
 * @param {string[]} args
 * @param {{ web: boolean }} needs whether the built pages are needed
 */
export async function runProgram(file, args, { web }) {
  try {
    const { node } = await prepare({ web });
    const env = { ...process.env, ...toolEnvironment(node) };
    const child = spawn(node, [path.join(ROOT, file), ...args], { stdio: 'inherit', env });
    // A terminal signals both processes, anything else this one alone; programs may get a signal twice.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } catch (error) {
    exitWithMessage(error);
  }
}
