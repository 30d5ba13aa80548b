import type { JobPayloads, Jobs } from '../src/jobs/jobs.ts';

export interface RecordedJobs extends Jobs {
  /** What was added, in order; also by transactions that were rolled back. */
  added: { [Name in keyof JobPayloads]: { name: Name; payload: JobPayloads[Name] } }[keyof JobPayloads][];
}

/** Jobs that are written down and never done. */
export function recordJobs(): RecordedJobs {
  const added: RecordedJobs['added'] = [];
  return {
    added,
    async add(_tx, name, payload) {
      added.push({ name, payload });
    },
    async forget() {},
  };
}
