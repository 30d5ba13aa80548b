import type { User } from '@oriel/contract';
import { HelpLead } from '@oriel/contract/api/leads';
import { api } from '../../../api.ts';
import { Honeypot } from '../../../forms/honeypot.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './settings.module.css';

/** A question to support; the reply comes by email. */
export function HelpPanel({ user }: { user: User }) {
  const { errors, failure, success, isSending, formProps } = useForm({
    schema: HelpLead,
    read: (fields) => ({ ...fields, kind: 'help' }),
    fallback: 'We could not submit your details. Please try again.',
    clears: true,
    send: async (body) => (await api('POST /api/leads', { body })).data.message,
  });

  return (
    <form className={styles.form} {...formProps}>
      <p>Ask us anything. We answer by mail, in under 12 hours.</p>
      <TextField
        label="Email for our answer"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={user.email}
        error={errors.email}
      />
      <TextField label="Subject" name="subject" error={errors.subject} />
      <TextArea label="Message" name="message" rows={5} error={errors.message} />
      <Honeypot />
      <AlertBox tone="error">{failure}</AlertBox>
      <AlertBox tone="success">{success}</AlertBox>
      <div className={stack.actions}>
        <Button variant="primary" type="submit" disabled={isSending}>
          {isSending ? 'Sending…' : 'Send'}
        </Button>
      </div>
    </form>
  );
}
