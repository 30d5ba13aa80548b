import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** A drill cannot begin, or was stopped; the message is for who started it. */
export class DrillError extends Error {}

/** Invalid arguments. */
export class UsageError extends DrillError {}

/**
 * Reads the options of a drill, each of which takes a text.
 *
 * @throws {UsageError} with `usage` where there is anything else
 */
export function readTextOptions<Name extends string>(
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, string>> {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, text])) });
    return values as Partial<Record<Name, string>>;
  } catch {
    throw new UsageError(usage);
  }
}

/**
 * Runs a drill as a program, which ends with 1 where it failed.
 *
 * @param main returns whether all is as it must be
 * @param stopping aborted by SIGINT and SIGTERM; without it they end the program at once
 */
export async function runDrillProgram(
  main: () => Promise<boolean>,
  stopping?: AbortController,
): Promise<never> {
  if (stopping !== undefined)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => stopping.abort(new DrillError('Stopped.')));
  try {
    if (!(await main())) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof DrillError ? error.message : error);
    process.exitCode = 1;
  }
  // Where a run was stopped, its work still waits for what is gone.
  process.exit();
}

/** Removes a drill's data, and the logs beside them unless they are of use. */
export function clearFolder(folder: string, keepsLogs: boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() || !keepsLogs) rmSync(path.join(folder, entry.name), { recursive: true });
  if (keepsLogs) console.error(`Logs: ${folder}`);
  else rmSync(folder, { recursive: true });
}
