import { execFile } from 'node:child_process';

/** Runs a program without network access, which Linux allows ordinary users unless configured otherwise. */
const WITHOUT_NETWORK = ['unshare', '--user', '--map-root-user', '--net', '--'] as const;

let prefix: Promise<readonly string[]> | undefined;

/** The prefix of a command that removes its network access; empty if the system does not allow that. */
export function withoutNetwork(): Promise<readonly string[]> {
  prefix ??= new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve([]);
    const [program, ...rest] = WITHOUT_NETWORK;
    execFile(program, [...rest, 'true'], (error) => resolve(error === null ? WITHOUT_NETWORK : []));
  });
  return prefix;
}
