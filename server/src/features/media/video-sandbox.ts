import { execFile } from 'node:child_process';

/** Runs a program without network access, which Linux allows ordinary users unless configured otherwise. */
const WITHOUT_NETWORK = ['unshare', '--user', '--map-root-user', '--net', '--'] as const;

let prefix: Promise<readonly string[]> | undefined;

/** The prefix of a command that removes its network access; empty if the system does not allow that. @throws where it could not be tried */
export function withoutNetwork(): Promise<readonly string[]> {
  prefix ??= new Promise((resolve, reject) => {
    if (process.platform !== 'linux') return resolve([]);
    const [program, ...rest] = WITHOUT_NETWORK;
    execFile(program, [...rest, 'true'], (error) => {
      if (error === null) return resolve(WITHOUT_NETWORK);
      if (typeof error.code === 'number' || error.code === 'ENOENT') return resolve([]);
      // It could not be tried, for lack of memory or processes: the next one asks again.
      prefix = undefined;
      reject(error);
    });
  });
  return prefix;
}
