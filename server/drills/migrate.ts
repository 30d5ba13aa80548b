import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '../testing/child-environment.ts';

/**
 * Runs `npm run migrate` of a checkout.
 *
 * @param root absolute path of the checkout
 * @param environment settings
 * @returns what it prints
 * @throws {Error} when it fails
 */
export async function migrate(root: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, 'server/src/operator/migrate.ts')], {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`the migration failed:\n${errors}`);
  return output.trim();
}
