import type { Passkey } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { createPasskey, passkeySentence } from '../../../session/passkeys.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../../../ui/panel-section.tsx';
import stack from '../../../ui/stack.module.css';
import { usePasskeyList } from './passkey-queries.ts';
import { PasskeyRow } from './passkey-row.tsx';
import styles from './settings.module.css';
import { useStepUp } from './step-up.tsx';

/** Why passkeys cannot be added here; undefined where they can. */
function obstacle(domain: string | null | undefined, canUse: boolean): string | undefined {
  if (domain === undefined || canUse) return undefined;
  if (domain === null) {
    return 'Passkeys need a site with a domain name of its own and a secure connection, which this address is not.';
  }
  return location.hostname === domain
    ? 'This browser cannot use passkeys.'
    : `Passkeys of this site work at ${domain}. Please open the site there to use them.`;
}

export function Passkeys({ memberId }: { memberId: string }) {
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const { passkeys, domain, canUse, isPending, error, refresh } = usePasskeyList(memberId);
  const [message, setMessage] = useState<string>();
  const changed = async (what: string) => {
    setMessage(what);
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: ['security-events', memberId] })]);
  };

  const add = useMutation({
    mutationFn: async () => {
      setMessage(undefined);
      const { data: options } = await confirmed(() => api('POST /api/auth/passkeys/options', {}));
      const credential = await createPasskey(options);
      return (await confirmed(() => api('POST /api/auth/passkeys', { body: { credential } }))).data.passkey;
    },
    onSuccess: (passkey: Passkey) => changed(`${passkey.name} is added. You can now sign in with it.`),
  });
  const failure = add.error
    ? (passkeySentence(add.error) ??
      errorMessage(add.error, 'The passkey could not be added. Please try again.'))
    : error && errorMessage(error, 'Your passkeys could not be loaded. Please try again.');
  const hindrance = obstacle(domain, canUse);

  return (
    <PanelSection title="Passkeys">
      <p>
        A passkey signs you in with your fingerprint, your face or your device’s PIN. There is nothing to
        remember and nothing that can be stolen from us.
      </p>
      {isPending && <p className={styles.note}>Loading…</p>}
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={changed} />
          ))}
        </ul>
      )}
      {domain !== undefined && passkeys.length === 0 && <p>You have no passkeys yet.</p>}
      <AlertBox tone="error">{failure}</AlertBox>
      {/* Announces the box, which is there only while it says something. */}
      <div aria-live="polite">{message && <AlertBox tone="success">{message}</AlertBox>}</div>
      {hindrance ? (
        <p className={styles.note}>{hindrance}</p>
      ) : (
        <div className={stack.actions}>
          <Button disabled={isPending || add.isPending} onClick={() => add.mutate()}>
            {add.isPending ? 'Waiting for your device…' : 'Add a passkey'}
          </Button>
        </div>
      )}
    </PanelSection>
  );
}
