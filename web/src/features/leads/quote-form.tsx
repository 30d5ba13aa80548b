import type { EnterprisePage } from '@oriel/contract';
import type { PackageLine } from '@oriel/contract/shared/package-price';
import { useId } from 'react';
import { api } from '../../api.ts';
import { Honeypot } from '../../forms/honeypot.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { hintOf, labelOf, markFields, retryAsGuest } from './fields.ts';
import styles from './form.module.css';

interface Props {
  texts: EnterprisePage['quote'];
  /** The chosen add-ons. The server computes the prices itself. */
  lines: readonly PackageLine[];
}

/** Requests a quote for the package. A failure keeps what was typed. */
export function QuoteForm({ texts: { heading, lead, fields, submit, failure }, lines }: Props) {
  const headingId = useId();
  const form = useForm({
    schema: async () => (await import('@oriel/contract/api/leads')).QuoteLead,
    read: (typed) => ({
      ...typed,
      kind: 'quote',
      items: lines.map(({ addOn, quantity }) => ({ id: addOn.id, quantity })),
    }),
    fallback: failure,
    clears: true,
    send: async (body) => (await retryAsGuest(() => api('POST /api/leads', { body }))).data.message,
  });
  const { mark, missing } = markFields(form.errors);
  const required = (name: string) => ({ label: labelOf(fields, name), required: true, ...mark(name) });
  const optional = (name: string) => ({
    label: labelOf(fields, name),
    hint: hintOf(fields, name, true),
    ...mark(name),
  });

  return (
    <form className={stack.gap4} aria-labelledby={headingId} {...form.formProps}>
      <h3 id={headingId} className={prose.titleMedium}>
        {heading}
      </h3>
      <p className={prose.soft}>{lead}</p>
      <div className={styles.pair}>
        <TextField autoComplete="name" {...required('name')} />
        <TextField autoComplete="organization" {...optional('company')} />
        <TextField type="email" autoComplete="email" {...required('email')} />
        <TextField type="tel" autoComplete="tel" {...optional('phone')} />
      </div>
      <TextArea rows={4} {...optional('message')} />
      <Honeypot />
      <AlertBox tone="error">{form.failure ?? form.errors.items ?? missing}</AlertBox>
      <AlertBox tone="success">{form.success}</AlertBox>
      <div>
        <Button variant="primary" type="submit" data-analytics="ask-for-quote" disabled={form.isSending}>
          {form.isSending ? 'Sending…' : submit}
        </Button>
      </div>
    </form>
  );
}
