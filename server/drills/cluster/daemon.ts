import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountForPostgres } from '../../src/embedded/account.ts';

const STOP_TIMEOUT_MS = 15_000;
const SHOWN_OF_LOG = 3_000;

/** How a program is started. */
export interface Command {
  file: string;
  args: readonly string[];
  environment?: Record<string, string>;
  /** Its output is appended there. */
  log: string;
  /** Whether it needs the account of this process. By default it gets an unprivileged one if that is root. */
  keepsAccount?: boolean;
}

/** A program of the cluster that runs until it is stopped or killed, and can be started again. */
export class Daemon {
  readonly #command: Command;
  #child: ChildProcess | undefined;
  #exit: Promise<void> = Promise.resolve();

  constructor(command: Command) {
    this.#command = command;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  start(): void {
    const { file, args, environment, log, keepsAccount = false } = this.#command;
    const output = openSync(log, 'a');
    const child = spawn(file, args, {
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', output, output],
      ...(keepsAccount ? {} : accountForPostgres()),
    });
    closeSync(output);
    this.#child = child;
    this.#exit = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
  }

  /** Kills it as `kill -9` does, and resolves when it has ended. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exit;
  }

  /** Asks it to end, and kills it if it does not. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.#child?.kill(signal);
    await Promise.race([this.#exit, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.kill();
  }

  /** The end of its log; empty where it never started. */
  get log(): string {
    if (!existsSync(this.#command.log)) return '';
    return readFileSync(this.#command.log, 'utf8').slice(-SHOWN_OF_LOG);
  }
}

/**
 * Asks again and again until the answer is not undefined.
 *
 * @param what for the error when the time is over
 */
export async function waitFor<T>(
  what: string,
  milliseconds: number,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await sleep(100)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`${what} took longer than ${milliseconds / 1000} s`);
}
