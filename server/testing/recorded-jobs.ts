import type { JobPayloads, Jobs } from '../src/jobs/jobs.ts';

export interface RecordedJobs extends Jobs {
  /** The added jobs, in order, including those of transactions that were rolled back. */
  added: { [Name in keyof JobPayloads]: { name: Name; payload: JobPayloads[Name] } }[keyof JobPayloads][];
}

/** Records jobs without running them. */
export function recordJobs(): RecordedJobs {
  const added: RecordedJobs['added'] = [];
  return {
    added,
    async add(_tx, name, ...payloads) {
      for (const payload of payloads) added.push({ name, payload } as RecordedJobs['added'][number]);
    },
    async findLost(_db, name, payloads) {
      const kept = new Set(added.map((job) => JSON.stringify(job)));
      return payloads.filter((payload) => !kept.has(JSON.stringify({ name, payload })));
    },
    async forget() {},
  };
}
