import type { AuditAction } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import stack from '../../../ui/stack.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { Log } from '../log.tsx';
import { ACTION_NAMES } from './action-names.ts';
import styles from './audit.module.css';

const PAGE = 50;
const FIELDS = ['in', 'person', 'action', 'from', 'to'] as const;
/** What the rows are narrowed to; a field that is empty is left out. */
type Filter = Partial<Record<(typeof FIELDS)[number], string>>;

const ACTIONS = [
  { value: '', label: 'Everything' },
  ...Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, label })),
];

function filterIn(form: HTMLFormElement): Filter {
  const fields = new FormData(form);
  const filled = FIELDS.map((name) => [name, String(fields.get(name) ?? '').trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

/** The audit log of the installation and of all workspaces, for its staff. */
export function AuditPage() {
  const [filter, setFilter] = useState<Filter>({});
  const { data: workspaces = [] } = useQuery({
    queryKey: ['workspaces', 'all'],
    queryFn: async ({ signal }) => (await api('GET /api/console/workspaces', { signal })).data.workspaces,
  });
  const nameOf = (workspace: string | null) =>
    workspace === null ? 'The site' : (workspaces.find(({ id }) => id === workspace)?.name ?? '');
  const { action, ...rest } = filter;
  return (
    <Log
      title="All activity"
      lead="Who changed what on the whole site. Nothing here can be edited."
      empty={Object.keys(filter).length > 0 ? 'Nothing here fits.' : 'Nothing has changed yet.'}
      queryKey={['activity', 'all', filter]}
      load={async (before, signal) => {
        const query = {
          ...rest,
          ...(action !== undefined && { action: action as AuditAction }),
          ...(before !== undefined && { before }),
          limit: PAGE,
        };
        return (await api('GET /api/console/audit', { query, signal })).data;
      }}
      csv={{
        path: `/api/console/audit?${new URLSearchParams({ ...filter, format: 'csv' })}`,
        file: 'all-activity.csv',
      }}
      placeOf={({ workspace }) => nameOf(workspace)}
    >
      <form
        className={styles.filter}
        aria-label="Narrow the list"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          setFilter(filterIn(event.currentTarget));
        }}
        onReset={() => setFilter({})}
      >
        <ChoiceField
          label="Where"
          name="in"
          options={[
            { value: '', label: 'Everywhere' },
            { value: 'none', label: 'The site' },
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <ChoiceField label="What" name="action" options={ACTIONS} />
        <TextField label="Who" name="person" autoComplete="off" maxLength={100} placeholder="Name or email" />
        <TextField label="From (UTC)" name="from" type="date" />
        <TextField label="To (UTC)" name="to" type="date" />
        <div className={stack.actions}>
          <Button type="submit">Show</Button>
          <Button type="reset" variant="quiet">
            Clear
          </Button>
        </div>
      </form>
    </Log>
  );
}
