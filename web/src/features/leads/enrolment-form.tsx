import type { OpportunityPage } from '@oriel/contract';
import { api } from '../../api.ts';
import { Form } from '../../forms/form.tsx';
import { Honeypot } from '../../forms/honeypot.tsx';
import { useForm } from '../../forms/use-form.ts';
import stack from '../../ui/stack.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { labelOf, markFields, retryAsGuest } from './fields.ts';

interface Props {
  texts: OpportunityPage['enrolment'];
  course: string;
}

export function EnrolmentForm({ texts: { heading, fields, submit, failure }, course }: Props) {
  const form = useForm({
    schema: async () => (await import('@oriel/contract/api/leads')).EnrolmentLead,
    read: ({ course: _, ...typed }) => ({ ...typed, kind: 'enrolment' }),
    fallback: failure,
    clears: true,
    send: async (body) => (await retryAsGuest(() => api('POST /api/leads', { body }))).data.message,
  });
  const { mark, missing } = markFields(form.errors);

  return (
    <Form
      state={{ ...form, failure: form.failure ?? missing }}
      className={stack.gap4}
      aria-label={heading}
      submit={submit}
      busy="Sending…"
      analytics="enrol"
    >
      <TextField label={labelOf(fields, 'fullName')} autoComplete="name" required {...mark('name')} />
      <TextField
        label={labelOf(fields, 'email')}
        type="email"
        autoComplete="email"
        required
        {...mark('email')}
      />
      <TextField label={labelOf(fields, 'phone')} type="tel" autoComplete="tel" required {...mark('phone')} />
      <TextField label={labelOf(fields, 'course')} name="course" value={course} readOnly />
      <Honeypot />
    </Form>
  );
}
