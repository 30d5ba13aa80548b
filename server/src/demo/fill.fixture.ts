import type { ChildProcess } from 'node:child_process';
import type { MediaApp } from '../../testing/apps/media-app.ts';
import { createLog } from '../log.ts';
import { fillDemo } from './fill.ts';

/**
 * Fills the catalogue as the server does at its start.
 *
 * @param mediaFolder with a trailing slash
 * @param onLine called with each line of the log, and the loader's process
 * @returns the log
 */
export async function fill(
  { config, db, connectionString }: MediaApp,
  mediaFolder: URL,
  onLine?: (line: string, loader: ChildProcess) => void,
): Promise<string[]> {
  const lines: string[] = [];
  let loader: ChildProcess;
  const log = createLog('info', {
    write(line: string) {
      const { msg } = JSON.parse(line);
      lines.push(msg);
      onLine?.(msg, loader);
    },
  });
  await fillDemo({
    config,
    db,
    connectionString: connectionString.replace('@/', '@localhost/'),
    log,
    mediaFolder,
    onStarted(started) {
      loader = started;
    },
  });
  return lines;
}
