import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { TestApp } from './apps/test-app.ts';
import { childEnvironment } from './child-environment.ts';

/** The output of a command and its exit code. */
export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs an operator's command on the database of a running application.
 *
 * @param file the command's source
 * @param words its arguments
 * @param variables further settings
 */
export async function runCommand(
  { connectionString, config }: Pick<TestApp, 'connectionString' | 'config'>,
  file: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [file, ...words], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: connectionString.replace('@/', '@localhost/'),
      DATA_DIR: config.dataDir,
      ...variables,
    },
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status, stdout, stderr };
}
