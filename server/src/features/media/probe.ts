import { execFile } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { MediaRefused } from './refusals.ts';
import { withoutNetwork } from './video-sandbox.ts';

const PROBE_HEAP_MB = 512;
/** How long a probe may take to start. */
const PROBE_START_MS = 5000;

function packageFolder(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`the package ${name} is not installed`);
  return path.join(path.dirname(file), path.sep);
}

/** The probes' own code, which they may read besides the file. A path that ends with a separator is a folder. */
const PROBE_CODE = [
  path.join(import.meta.dirname, path.sep),
  findPackageJSON(import.meta.url) ?? '',
  packageFolder('mediabunny'),
  packageFolder('@ffmpeg/core'),
];

/** Node's options that allow a probe to read the file and its own code, and to write into `folder`. */
export function probeRights(file: string, folder: string): string[] {
  return [
    '--permission',
    '--allow-worker',
    ...[...PROBE_CODE, file].map((allowed) => `--allow-fs-read=${allowed}`),
    `--allow-fs-write=${path.join(folder, '*')}`,
  ];
}

/**
 * Runs a program that reads a file of a stranger. It may read the file and its own code, write into `folder`, start no program,
 * and use a bounded time and memory; if the system allows it, it has no network. Any end without a report means that the
 * file is damaged.
 *
 * @returns what it printed, as JSON
 */
export async function runProbe(
  program: string,
  mediaFile: string,
  folder: string,
  timeout: number,
): Promise<unknown> {
  const [command = '', ...args] = [
    ...(await withoutNetwork()),
    process.execPath,
    `--max-old-space-size=${PROBE_HEAP_MB}`,
    ...probeRights(mediaFile, folder),
    program,
    mediaFile,
    folder,
    String(timeout),
  ];
  // Covers the time until the probe's own timer runs, and the case that it never starts.
  const options = {
    timeout: timeout + PROBE_START_MS,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH },
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout));
      else reject(new MediaRefused('media_corrupt'));
    });
  });
}
