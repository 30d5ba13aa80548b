import { requestPhoneCode, verifyPhone } from '@oriel/contract/api/phone';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api, errorMessage } from '../../../api.ts';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { PanelSection } from '../../../ui/panel-section.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './settings.module.css';
import { useStepUp } from './step-up.tsx';

function PhoneForm(props: ComponentProps<typeof Form>) {
  return <Form isSilent className={`${styles.form} ${styles.narrow}`} {...props} />;
}

function NumberForm({ hasPhone, onSent }: { hasPhone: boolean; onSent: (phone: string) => void }) {
  const confirmed = useStepUp();
  const form = useForm({
    schema: requestPhoneCode.body,
    fallback: 'The code could not be sent. Please try again.',
    send: async (body) => {
      await confirmed(() => api('POST /api/auth/phone/request', { body }));
      onSent(body.phone);
    },
  });
  return (
    <PhoneForm state={form} variant="quiet" submit="Send code by WhatsApp" busy="Sending the code…">
      <TextField
        label={hasPhone ? 'Another number' : 'Phone number'}
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="+91 98765 43210"
        error={form.errors.phone}
      />
    </PhoneForm>
  );
}

interface CodeProps {
  phone: string;
  onConfirmed: (message: string) => Promise<void>;
  onOtherNumber: () => void;
}

function PhoneCodeForm({ phone, onConfirmed, onOtherNumber }: CodeProps) {
  const confirmed = useStepUp();
  const form = useForm({
    schema: verifyPhone.body,
    read: (fields) => ({ ...fields, phone }),
    fallback: 'The phone could not be confirmed. Please try again.',
    send: async (body) => {
      const { data } = await confirmed(() => api('POST /api/auth/phone/verify', { body }));
      await onConfirmed(data.message);
    },
  });
  return (
    <PhoneForm
      state={form}
      submit="Confirm phone"
      busy="Confirming…"
      actions={
        <Button disabled={form.isSending} onClick={onOtherNumber}>
          Use another number
        </Button>
      }
    >
      <CodeField label="Code" name="code" hint={`Sent to ${phone} by WhatsApp`} error={form.errors.code} />
    </PhoneForm>
  );
}

/** The phone that sign-in codes are sent to; hidden where the server sends none. */
export function ConfirmedPhone({ memberId }: { memberId: string }) {
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const queryKey = ['confirmed-phone', memberId];
  const [sentTo, setSentTo] = useState<string>();
  const [message, setMessage] = useState<string>();
  const state = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('GET /api/auth/phone', { signal })).data,
    staleTime: 0,
  });
  const showChange = async (sentence: string) => {
    await Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: ['security-events', memberId] }),
    ]);
    setSentTo(undefined);
    setMessage(sentence);
  };
  const remove = useMutation({
    mutationFn: async () => (await confirmed(() => api('DELETE /api/auth/phone', {}))).data.message,
    onMutate: () => setMessage(undefined),
    onSuccess: showChange,
  });
  const phone = state.data?.phone ?? null;

  if (!state.data?.isAvailable && phone === null) return null;
  return (
    <PanelSection title="Sign in by phone">
      <p>We can send codes for signing in to a phone that you have confirmed.</p>
      {phone !== null && (
        <div className={styles.row}>
          <span>
            {phone}
            <span className={styles.note}>Confirmed</span>
          </span>
          <Button disabled={remove.isPending} aria-label={`Remove ${phone}`} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Removing…' : 'Remove'}
          </Button>
        </div>
      )}
      <AlertBox tone="error">
        {remove.isError && errorMessage(remove.error, 'The phone could not be removed. Please try again.')}
      </AlertBox>
      <AlertBox tone="success">{message}</AlertBox>
      {state.data?.isAvailable &&
        (sentTo === undefined ? (
          <NumberForm
            key={phone}
            hasPhone={phone !== null}
            onSent={(number) => {
              setMessage(undefined);
              setSentTo(number);
            }}
          />
        ) : (
          <PhoneCodeForm phone={sentTo} onConfirmed={showChange} onOtherNumber={() => setSentTo(undefined)} />
        ))}
    </PanelSection>
  );
}
