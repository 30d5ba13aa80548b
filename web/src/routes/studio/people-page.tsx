import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api.ts';
import { useStepUp } from '../../features/accounts/settings/step-up.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import stack from '../../ui/stack.module.css';
import { InviteDialog } from './invite-dialog.tsx';
import type { People, Person } from './people.ts';
import { PersonRow } from './person-row.tsx';
import type { AnyRole } from './role-words.ts';
import { rolesQuery } from './roles.ts';
import { WaitingList } from './waiting-list.tsx';

const FAILED = 'This could not be done. Please try again.';

interface Props {
  people: People;
  ownRole: AnyRole;
  canManage: boolean;
}

/** The team of a workspace, or the staff, with the invitations that wait for an answer. */
export function PeoplePage({ people, ownRole, canManage }: Props) {
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Person>();
  const [notice, setNotice] = useState<string>();
  const list = useQuery({ queryKey: ['people', people.key], queryFn: () => people.list(), staleTime: 0 });
  const refresh = () => queries.invalidateQueries({ queryKey: ['people', people.key] });
  /** A change of the member's own role, or one that came between, changes what they may do. */
  const refreshAll = () => Promise.all([refresh(), queries.invalidateQueries(rolesQuery)]);
  const change = useMutation({
    mutationFn: ({ memberId, role }: { memberId: string; role: AnyRole }) =>
      confirmed(() => people.change(memberId, role)),
    scope: { id: people.key },
    onSuccess: () => setNotice('The role is changed.'),
    onSettled: refreshAll,
  });
  const remove = useMutation({
    mutationFn: ({ memberId }: Person) => confirmed(() => people.remove(memberId)),
    scope: { id: people.key },
    onSuccess: (_, { name }) => {
      setNotice(`${name} has no role here any more.`);
      // Their row, which had the focus, goes.
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    onSettled: refreshAll,
  });
  const failure = change.error ?? remove.error;
  const rankOf = (role: AnyRole) => people.roles.indexOf(role);
  const given = people.roles.filter((role) => rankOf(role) >= rankOf(ownRole) && people.hints[role]);

  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>{people.title}</h1>
          <p>{people.lead}</p>
        </div>
        {canManage && (
          <Button variant="primary" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )}
      </div>
      <AlertBox tone="error">{failure && errorMessage(failure, FAILED)}</AlertBox>
      <AlertBox tone="success">{failure ? undefined : notice}</AlertBox>
      {list.isError && !list.data ? (
        <Failure sentence="The list could not be loaded." onRetry={() => void list.refetch()} />
      ) : (
        <ul className="studio-rows" aria-label={people.title} aria-busy={list.isPending}>
          {list.data?.map((person) => (
            <PersonRow
              key={person.memberId}
              person={person}
              roles={given}
              canChange={canManage && given.includes(person.role)}
              shown={
                change.isPending && change.variables.memberId === person.memberId
                  ? change.variables.role
                  : person.role
              }
              onChange={(role) => {
                remove.reset();
                change.mutate({ memberId: person.memberId, role });
              }}
              onRemove={() => setLeaving(person)}
            />
          ))}
        </ul>
      )}
      {canManage && <WaitingList people={people} onNotice={setNotice} />}
      <InviteDialog
        people={people}
        roles={given}
        open={isInviting}
        onClose={() => setInviting(false)}
        onInvited={(email) => {
          setInviting(false);
          setNotice(`${email} is invited.`);
          void refresh();
        }}
      />
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={`Remove ${leaving?.name ?? ''}?`}
      >
        <div className={`${stack.gap6} ${stack.start}`}>
          <p>They lose access at once. What they have made stays.</p>
          <div className={stack.actions}>
            <Button
              variant="primary"
              onClick={() => {
                change.reset();
                if (leaving) remove.mutate(leaving);
                setLeaving(undefined);
              }}
            >
              Remove
            </Button>
            <Button data-autofocus onClick={() => setLeaving(undefined)}>
              Cancel
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
