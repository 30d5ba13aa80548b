import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SHOWN_OF_OUTPUT = 4_000;

/**
 * Runs podman to its end.
 *
 * @returns what it wrote to its standard output
 * @throws {Error} with the end of its output when it fails
 */
export async function podman(...args: readonly string[]): Promise<string> {
  const child = spawn('podman', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let everything = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    everything += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    everything += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`podman ${args.join(' ')} ended with ${code}:\n${everything.slice(-SHOWN_OF_OUTPUT)}`);
  return output.trim();
}
