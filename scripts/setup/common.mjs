import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** The checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A set-up step failed in a way that its message explains. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** Ends the process; a stack is shown only for what we did not foresee. */
export function exitWithMessage(error) {
  console.error(error instanceof SetupError ? `\n${error.message}` : error);
  process.exit(1);
}

const REPORT_EVERY_MS = 5_000;

/**
 * Runs `work` while telling on stderr what is being done: the title at once, every few seconds how long it has taken, at
 * the end how long it took.
 */
export async function withProgress(title, work) {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  console.error(`${title} ...`);
  const timer = setInterval(() => console.error(`  ${title}: ${seconds()} so far`), REPORT_EVERY_MS);
  try {
    const result = await work();
    console.error(`  done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

const children = new Set();
// Whatever ends this process ends what it has started; a killed one leaves that to the file below.
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

let childrenFile;

/** From now on the process ids of commands are added to this file, one a line; with nothing, no more. */
export function noteChildrenIn(file) {
  childrenFile = file;
}

/**
 * Runs a command in the checkout and collects its output.
 *
 * @returns {Promise<{ code: number, output: string }>} stdout and stderr together, in the order they came
 */
export function run(command, args, { env = {}, echo = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    if (childrenFile !== undefined && child.pid !== undefined) appendFileSync(childrenFile, `\n${child.pid}`);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
        if (echo) process.stdout.write(text);
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? (signal === null ? 0 : 1), output });
    });
  });
}

/** As `run`, for a step that must succeed: otherwise the error shows what the command said. */
export async function runOrExplain(what, command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new SetupError(`${what} failed:\n${output.trimEnd()}`);
}
