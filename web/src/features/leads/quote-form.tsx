import type { EnterprisePage } from '@oriel/contract';
import type { PackageLine } from '@oriel/contract/shared/package-price';
import { useId } from 'react';
import { api } from '../../api.ts';
import { Form } from '../../forms/form.tsx';
import { Honeypot } from '../../forms/honeypot.tsx';
import { useForm } from '../../forms/use-form.ts';
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
    <Form
      state={{ ...form, failure: form.failure ?? form.errors.items ?? missing }}
      className={stack.gap4}
      aria-labelledby={headingId}
      submit={submit}
      busy="Sending…"
      analytics="ask-for-quote"
    >
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
    </Form>
  );
}
