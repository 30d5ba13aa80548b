import { type ExecFileException, execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { BEGUN } from './probe-timer.ts';
import { longestRunMs, type Verdict, watchProbe } from './probe-watch.ts';
import { MediaRefused } from './refusals.ts';
import { withoutNetwork } from './video-sandbox.ts';

const PROBE_HEAP_MB = 512;
/** Of the largest photo's report, which names each tile, with room for long paths. */
const MAX_REPORT_BYTES = 32 * 1024 ** 2;

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

/** Signals by which a program ends through its own fault; others come from outside. */
const CRASHES: ReadonlySet<unknown> = new Set<NodeJS.Signals>([
  'SIGSEGV',
  'SIGILL',
  'SIGFPE',
  'SIGABRT',
  'SIGSYS',
]);

export interface ProbeLimits {
  /** Milliseconds of work; on a busy machine it takes longer. */
  timeoutMs: number;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

export interface ProbeOptions {
  /** `pictureRights` for programs that decode pictures. */
  rights?: typeof probeRights;
  /** More arguments, after the file, the folder and the time. */
  args?: readonly string[];
}

interface End {
  error: ExecFileException | null;
  stdout: string;
  verdict: Verdict | undefined;
}

/** Whether a program ended by what is in the file: it took too much, or failed by itself once it had begun. */
function isByFile({ error, stdout, verdict }: End): boolean {
  if (verdict !== undefined) return verdict === 'file';
  return stdout.startsWith(BEGUN) && (typeof error?.code === 'number' || CRASHES.has(error?.signal));
}

const FailureReport = z.object({ failed: z.string() });

function parseReport(text: string): unknown {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    throw new MediaRefused('media_corrupt');
  }
  const { data: failure } = FailureReport.safeParse(report);
  if (failure !== undefined) throw new Error(failure.failed);
  return report;
}

/** Checks a report. One that is not as it should be comes of a file that has misled the program. */
export function checkReport<T>(schema: z.ZodType<T>, report: unknown): T {
  const { success, data } = schema.safeParse(report);
  if (!success) throw new MediaRefused('media_corrupt');
  return data;
}

/**
 * Runs a program that reads a file of a stranger. It may read the file and its own code, write into `folder`, start no program,
 * and use a bounded time and memory, at low priority; if the system allows it, it has no network.
 *
 * @returns what it printed, as JSON
 * @throws {MediaRefused} if the file ended it; any other end is a plain error, after which the work may be repeated
 */
export async function runProbe(
  program: string,
  mediaFile: string,
  folder: string,
  { timeoutMs, signal }: ProbeLimits,
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
    // Later than this process ends it: for the case that this one has died.
    String(2 * longestRunMs(timeoutMs)),
    ...more,
  ];
  const options = {
    killSignal: 'SIGKILL',
    maxBuffer: MAX_REPORT_BYTES,
    env: { PATH: process.env.PATH },
    windowsHide: true,
    ...(signal && { signal }),
  } as const;
  const end = await new Promise<End>((resolve) => {
    const child = execFile(command, args, options, (error, stdout) =>
      resolve({ error, stdout, verdict: stopWatching() }),
    );
    const stopWatching = watchProbe(child.pid, timeoutMs, () => child.kill('SIGKILL'));
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
  const { error, stdout, verdict } = end;
  if (error === null) return parseReport(stdout);
  if (isByFile(end)) throw new MediaRefused('media_corrupt');
  const reason = verdict === undefined ? (error.signal ?? error.code) : 'too little time on a busy machine';
  throw new Error(`${path.basename(program)} was ended: ${reason}`, { cause: error });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already.
  }
}
