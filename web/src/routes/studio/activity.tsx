import { api } from '../../api.ts';
import { Log } from './log.tsx';

const PAGE = 50;

/** The audit log of a workspace: all of it, or what the member has changed. */
export function Activity({ workspace, readsAll }: { workspace: string; readsAll: boolean }) {
  return (
    <Log
      title="Activity"
      lead={readsAll ? 'Who changed what. Nothing here can be edited.' : 'What you have changed here.'}
      empty="Nothing has changed yet."
      queryKey={['activity', workspace]}
      load={async (before, signal) => {
        const query = { workspace, limit: PAGE, ...(before !== undefined && { before }) };
        return (await api('GET /api/studio/audit', { query, signal })).data;
      }}
      csv={{
        path: `/api/studio/audit?${new URLSearchParams({ workspace, format: 'csv' })}`,
        file: 'activity.csv',
      }}
    />
  );
}
