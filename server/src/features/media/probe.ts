import { type ChildProcess, execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { MediaRefused } from './refusals.ts';
import { withoutNetwork } from './video-sandbox.ts';

const PROBE_HEAP_MB = 512;
/** Of memory in use, what the decoders take included. */
const PROBE_MEMORY_BYTES = 2 * 1024 ** 3;
const WATCH_MS = 200;
const PAGE_BYTES = 4096;
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

/** What programs that decode pictures need besides: an addon with its libraries, and the contract's geometry. */
const PICTURE_CODE = [
  path.resolve(import.meta.dirname, '../../errors.ts'),
  path.join(path.resolve(packageFolder('sharp'), '..'), path.sep),
  path.join(realpathSync(packageFolder('@oriel/contract')), path.sep),
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

/** Those of a program that decodes pictures. The library's own code is bound by the process alone: no network, memory, time. */
export function pictureRights(file: string, folder: string): string[] {
  return [
    ...probeRights(file, folder),
    '--allow-addons',
    ...[...PICTURE_CODE, path.join(folder, '*')].map((allowed) => `--allow-fs-read=${allowed}`),
  ];
}

/** Ends a program that uses too much memory, where the system says how much that is. */
function watchMemory({ pid }: ChildProcess, end: () => void): NodeJS.Timeout | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const check = async () => {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '')).split(' ');
    if (Number(pages) * PAGE_BYTES > PROBE_MEMORY_BYTES) end();
  };
  return setInterval(check, WATCH_MS);
}

export interface ProbeOptions {
  /** `pictureRights` for programs that decode pictures. */
  rights?: typeof probeRights;
  /** More arguments, after the file, the folder and the time. */
  args?: readonly string[];
}

/**
 * Runs a program that reads a file of a stranger. It may read the file and its own code, write into `folder`, start no program,
 * and use a bounded time and memory, at low priority; if the system allows it, it has no network. Any end without a report
 * means that the file is damaged.
 *
 * @param timeout milliseconds
 * @returns what it printed, as JSON
 */
export async function runProbe(
  program: string,
  mediaFile: string,
  folder: string,
  timeout: number,
  { rights = probeRights, args: more = [] }: ProbeOptions = {},
): Promise<unknown> {
  const [command = '', ...args] = [
    ...(await withoutNetwork()),
    process.execPath,
    `--max-old-space-size=${PROBE_HEAP_MB}`,
    ...rights(mediaFile, folder),
    program,
    mediaFile,
    folder,
    String(timeout),
    ...more,
  ];
  // Covers the time until the probe's own timer runs, and the case that it never starts.
  const options = {
    timeout: timeout + PROBE_START_MS,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH },
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, options, (error, stdout) => {
      clearInterval(watch);
      if (error === null) resolve(JSON.parse(stdout));
      else reject(new MediaRefused('media_corrupt'));
    });
    const watch = watchMemory(child, () => child.kill('SIGKILL'));
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already.
  }
}
