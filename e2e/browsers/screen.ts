import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A screen that nobody sees. */
export async function startScreen(xvfb: string) {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const pipe = screen.stdio[3];
  if (!pipe || !('readable' in pipe)) throw new Error('Xvfb has no pipe for its number');
  const [number] = await once(createInterface({ input: pipe as NodeJS.ReadableStream }), 'line');
  return { display: `:${number}`, stop: () => screen.kill() };
}
