import type { User } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorMessage } from '../../../api.ts';
import { formatDate } from '../../../format.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../../../ui/panel-section.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import stack from '../../../ui/stack.module.css';
import styles from './settings.module.css';
import { useStepUp } from './step-up.tsx';

function fileOf(codes: string[], siteName: string, email: string): string {
  return [
    `Recovery codes for ${siteName}`,
    `Account: ${email}`,
    `Made on ${formatDate(new Date(), 'long')}`,
    '',
    ...codes,
    '',
    'Each code signs in once, together with your email address: on the sign-in page choose "Use a recovery code".',
    'Keep this file in a safe place. New codes replace these.',
    '',
  ].join('\n');
}

function NewCodes({ codes, user, siteName }: { codes: string[]; user: User; siteName: string }) {
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(codes.join('\n')) });
  return (
    <div className={styles.codesBox}>
      <p>
        <strong>Save these codes now.</strong> They are shown only this once.
      </p>
      <ul className={styles.codes} aria-label="Your recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={stack.actions}>
        <Button
          variant="primary"
          onClick={() =>
            saveFile(
              new Blob([fileOf(codes, siteName, user.email)], { type: 'text/plain;charset=utf-8' }),
              'recovery-codes.txt',
            )
          }
        >
          Download as text
        </Button>
        <Button onClick={() => copy.mutate()}>{copy.isSuccess ? 'Copied' : 'Copy'}</Button>
      </div>
      {copy.isError && <AlertBox tone="error">The codes could not be copied. Please download them.</AlertBox>}
    </div>
  );
}

export function RecoveryCodes({ user, siteName }: { user: User; siteName: string }) {
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const queryKey = ['recovery-codes', user.id];
  const state = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('GET /api/auth/recovery-codes', { signal })).data,
    staleTime: 0,
  });
  const create = useMutation({
    mutationFn: async () => (await confirmed(() => api('POST /api/auth/recovery-codes', {}))).data.codes,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: ['security-events', user.id] }),
      ]),
  });
  const failure = create.error
    ? errorMessage(create.error, 'The codes could not be made. Please try again.')
    : state.error &&
      errorMessage(state.error, 'The state of your codes could not be loaded. Please try again.');
  const { remaining = 0, createdAt = null } = state.data ?? {};
  const hasCodes = createdAt !== null;

  return (
    <PanelSection title="Recovery codes">
      <p>Ten codes to keep on paper. Each signs you in once, should you ever lose your passkey.</p>
      {state.isPending && <p className={styles.note}>Loading…</p>}
      {hasCodes && (
        <p>
          {remaining} of 10 codes left, made on {formatDate(createdAt, 'long')}.
          {remaining <= 3 && ' It is time to make new ones.'}
        </p>
      )}
      {state.data && !hasCodes && <p>You have no recovery codes yet.</p>}
      {create.data && <NewCodes codes={create.data} user={user} siteName={siteName} />}
      <AlertBox tone="error">{failure}</AlertBox>
      <div className={stack.actions}>
        <Button disabled={state.isPending || create.isPending} onClick={() => create.mutate()}>
          {create.isPending ? 'Making codes…' : hasCodes ? 'Make new codes' : 'Make recovery codes'}
        </Button>
      </div>
      {hasCodes && <p className={styles.note}>New codes replace those from before.</p>}
    </PanelSection>
  );
}
