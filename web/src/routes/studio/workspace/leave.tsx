import type { OwnWorkspace } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';
import { rolesQuery } from '../roles.ts';
import { teamQuery } from './team-query.ts';

/** The way out of a team, which its only owner does not have. */
export function Leave({ workspace: { id, name, role } }: { workspace: OwnWorkspace }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const isOwner = role === 'owner';
  const team = useQuery({ ...teamQuery(id), enabled: isOwner });
  const owners = team.data?.filter((person) => person.role === 'owner').length;
  const leave = useMutation({
    mutationFn: () => api('DELETE /api/studio/membership', { query: { workspace: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries(rolesQuery);
      await navigate('/studio', { replace: true });
    },
  });
  return (
    <section className="studio-section" aria-labelledby="leave">
      <h2 id="leave">Leave</h2>
      <AlertBox tone="error">
        {leave.error && errorMessage(leave.error, 'You could not leave. Please try again.')}
      </AlertBox>
      {isOwner && owners === 1 ? (
        <p className="studio-soft">A workspace needs an owner, and you are the only one.</p>
      ) : (
        <>
          <p className="studio-soft">What you have made stays. To come back, you need another invitation.</p>
          <div className={stack.actions}>
            <Button
              disabled={leave.isPending || (isOwner && owners === undefined)}
              onClick={() => setAsking(true)}
            >
              Leave the workspace
            </Button>
          </div>
        </>
      )}
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={`Leave ${name}?`}>
        <div className={`${stack.gap6} ${stack.start}`}>
          <p>You lose access at once, and API keys that act for you here stop working.</p>
          <div className={stack.actions}>
            <Button
              variant="primary"
              onClick={() => {
                leave.mutate();
                setAsking(false);
              }}
            >
              Leave
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
