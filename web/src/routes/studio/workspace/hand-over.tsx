import type { OwnWorkspace } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { useStepUp } from '../../../features/accounts/settings/step-up.tsx';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import stack from '../../../ui/stack.module.css';
import type { Person } from '../people.ts';
import { ROLE_NAMES } from '../role-words.ts';
import { rolesQuery } from '../roles.ts';
import { teamQuery } from './team-query.ts';
import styles from './workspace.module.css';

interface Props {
  workspace: OwnWorkspace;
  onNotice: (sentence: string) => void;
}

/** Makes another member of the team the owner; who does so becomes an admin. */
export function HandOver({ workspace, onNotice }: Props) {
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const team = useQuery(teamQuery(workspace.id));
  const others = team.data?.filter(({ isYou }) => !isYou) ?? [];
  const heir = others.find(({ memberId }) => memberId === chosen) ?? others[0];
  const handOver = useMutation({
    mutationFn: ({ memberId }: Person) =>
      confirmed(() =>
        api('POST /api/studio/ownership', { query: { workspace: workspace.id }, body: { memberId } }),
      ),
    onSuccess: (_, { name }) => {
      onNotice(`${name} is the owner now, and you are an admin.`);
      // This section, which had the focus, goes.
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(teamQuery(workspace.id)),
        queries.invalidateQueries(rolesQuery),
      ]),
  });
  return (
    <section className="studio-section" aria-labelledby="owner">
      <h2 id="owner">Owner</h2>
      <AlertBox tone="error">
        {handOver.error &&
          errorMessage(handOver.error, 'The workspace could not be handed over. Please try again.')}
      </AlertBox>
      {team.isError && !team.data && (
        <Failure sentence="The team could not be loaded." onRetry={() => void team.refetch()} />
      )}
      {team.data && others.length === 0 && (
        <p className="studio-soft">
          You own this workspace. To hand it over, invite the next owner to the team first.
        </p>
      )}
      {heir && (
        <div className={`${stack.gap4} ${styles.form}`}>
          <ChoiceField
            label="Next owner"
            value={heir.memberId}
            options={others.map(({ memberId, name, role }) => ({
              value: memberId,
              label: `${name}, ${ROLE_NAMES[role]}`,
            }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
            hint="They decide about everything here from then on, and you become an admin."
          />
          <div className={stack.actions}>
            <Button disabled={handOver.isPending} onClick={() => setAsking(true)}>
              {handOver.isPending ? 'Handing it over…' : 'Hand the workspace over'}
            </Button>
          </div>
        </div>
      )}
      <Dialog
        open={isAsking && heir !== undefined}
        onClose={() => setAsking(false)}
        title={`Hand ${workspace.name} over to ${heir?.name ?? ''}?`}
      >
        <div className={`${stack.gap6} ${stack.start}`}>
          <p>You become an admin. Only the new owner can give it back.</p>
          <div className={stack.actions}>
            <Button
              variant="primary"
              onClick={() => {
                if (heir) handOver.mutate(heir);
                setAsking(false);
              }}
            >
              Hand it over
            </Button>
            <Button data-autofocus onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
