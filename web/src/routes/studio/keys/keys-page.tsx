import type { ApiKey, Permission } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { formatDate } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import textButton from '../../../ui/text-button.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { SCOPE_NAMES } from './scope-words.ts';

function lifeOf({ createdBy, expiresAt, lastUsedAt }: ApiKey): string {
  const isOver = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  return [
    `Acts for ${createdBy}`,
    lastUsedAt === null ? 'never used' : `last used ${formatDate(lastUsedAt)}`,
    ...(expiresAt === null ? [] : [`${isOver ? 'expired' : 'ends'} ${formatDate(expiresAt)}`]),
  ].join(', ');
}

/** The API keys of a workspace, by which scripts act in it. */
export function KeysPage({
  workspace,
  permissions,
}: {
  workspace: string;
  permissions: readonly Permission[];
}) {
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<ApiKey>();
  const query = { workspace };
  const queryKey = ['keys', workspace];
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('GET /api/studio/keys', { query, signal })).data.keys,
    staleTime: 0,
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => api('DELETE /api/studio/keys/:keyId', { query, params: { keyId: id } }),
    // Its row, which had the focus, goes.
    onSuccess: () => document.getElementById('main')?.focus({ preventScroll: true }),
    onSettled: refresh,
  });

  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>API keys</h1>
          <p>By a key, a script uploads files and publishes tours in this workspace.</p>
        </div>
        <Button variant="primary" onClick={() => setMaking(true)}>
          New key
        </Button>
      </div>
      <AlertBox tone="error">
        {revoke.error && errorMessage(revoke.error, 'The key could not be revoked. Please try again.')}
      </AlertBox>
      <AlertBox tone="success">
        {revoke.isSuccess && `“${revoke.variables.name}” is revoked. It opens nothing any more.`}
      </AlertBox>
      {list.isError && !list.data ? (
        <Failure sentence="The keys could not be loaded." onRetry={() => void list.refetch()} />
      ) : (
        <ul className="studio-rows" aria-label="API keys" aria-busy={list.isPending}>
          {list.data?.map((key) => (
            <li key={key.id} className="studio-row">
              <span className="studio-who">
                <span className="studio-name">{key.name}</span>
                <span className="studio-soft">
                  {key.scopes.map((scope) => SCOPE_NAMES[scope]).join(' · ')}
                </span>
                <span className="studio-soft">{lifeOf(key)}</span>
              </span>
              <span className="studio-ways">
                <button
                  type="button"
                  className={textButton.textButton}
                  aria-label={`Revoke ${key.name}`}
                  onClick={() => setLeaving(key)}
                >
                  Revoke
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.data?.length === 0 && <p className={prose.note}>There is no key yet.</p>}
      <NewKeyDialog
        workspace={workspace}
        permissions={permissions}
        open={isMaking}
        onClose={() => setMaking(false)}
        onMade={() => {
          revoke.reset();
          void refresh();
        }}
      />
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={`Revoke “${leaving?.name ?? ''}”?`}
      >
        <div className={`${stack.gap6} ${stack.start}`}>
          <p>Whatever uses it is refused from now on. This cannot be undone.</p>
          <div className={stack.actions}>
            <Button
              variant="primary"
              onClick={() => {
                if (leaving) revoke.mutate(leaving);
                setLeaving(undefined);
              }}
            >
              Revoke
            </Button>
            <Button onClick={() => setLeaving(undefined)}>Keep it</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
