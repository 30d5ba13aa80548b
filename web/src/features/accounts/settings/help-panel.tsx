import type { User } from '@oriel/contract';
import { HelpLead } from '@oriel/contract/api/leads';
import { api } from '../../../api.ts';
import { Form } from '../../../forms/form.tsx';
import { Honeypot } from '../../../forms/honeypot.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './settings.module.css';

export function HelpPanel({ user }: { user: User }) {
  const form = useForm({
    schema: HelpLead,
    read: (fields) => ({ ...fields, kind: 'help' }),
    fallback: 'We could not submit your details. Please try again.',
    clears: true,
    draft: `help ${user.id}`,
    send: async (body) => (await api('POST /api/leads', { body })).data.message,
  });

  return (
    <Form state={form} className={styles.form} submit="Send" busy="Sending…">
      <p>Ask us anything. We answer by email, in under 12 hours.</p>
      <TextField
        label="Email for our answer"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={user.email}
        error={form.errors.email}
      />
      <TextField label="Subject" name="subject" error={form.errors.subject} />
      <TextArea label="Message" name="message" rows={5} error={form.errors.message} />
      <Honeypot />
    </Form>
  );
}
