import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A failure of set-up that its message explains. */
export class SetupError extends Error {
  name = 'SetupError';
}

/** Ends the process. Only unexpected errors show their stack. */
export function exitWithMessage(error) {
  console.error(error instanceof SetupError ? `\n${error.message}` : error);
  process.exit(1);
}

const REPORT_EVERY_MS = 5_000;

/**
 * Runs `work` and reports on stderr: the title first, the elapsed time every few seconds, the total at the end.
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

/** Whether a process exists and is not a zombie. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return true;
  }
}

const children = new Set();
// Commands end with this process. Should it be killed, the file below names those that still run.
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});

/** Has a child process end with this one. */
export function endWithThisProcess(child) {
  children.add(child);
  child.once('close', () => children.delete(child));
}

/** Asks the commands that still run to end, and kills those that have not after `timeoutMs`. */
export async function endChildren(timeoutMs) {
  const ends = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)));
  const signal = (name) => {
    for (const child of children) child.kill(name);
  };
  signal('SIGTERM');
  const timer = setTimeout(signal, timeoutMs, 'SIGKILL');
  await Promise.all(ends);
  clearTimeout(timer);
}

let childrenFile;

/** Appends the process ids of commands to this file from now on, one per line; undefined ends that. */
export function recordChildrenIn(file) {
  childrenFile = file;
}

/**
 * Runs a command in the checkout and collects its output.
 *
 * @returns {Promise<{ code: number, output: string }>} stdout and stderr together, in order of arrival
 */
export function run(command, args, { env = {}, echo = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithThisProcess(child);
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
      resolve({ code: code ?? (signal === null ? 0 : 1), output });
    });
  });
}

/** Like `run`, for a step that must succeed. The error shows the command's output. */
export async function runOrExplain(what, command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new SetupError(`${what} failed:\n${output.trimEnd()}`);
}
