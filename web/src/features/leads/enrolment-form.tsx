import type { OpportunityPage } from '@oriel/contract';
import { api } from '../../api.ts';
import { Honeypot } from '../../forms/honeypot.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import stack from '../../ui/stack.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { labelOf, markFields, retryAsGuest } from './fields.ts';

interface Props {
  texts: OpportunityPage['enrolment'];
  /** The course's name. */
  course: string;
}

/** Enrols a visitor in the course. A failure keeps what was typed. */
export function EnrolmentForm({ texts: { heading, fields, submit, failure }, course }: Props) {
  const isHydrated = useHydrated();
  const form = useForm({
    schema: async () => (await import('@oriel/contract/api/leads')).EnrolmentLead,
    read: ({ course: _, ...typed }) => ({ ...typed, kind: 'enrolment' }),
    fallback: failure,
    clears: true,
    send: async (body) => (await retryAsGuest(() => api('POST /api/leads', { body }))).data.message,
  });
  const { mark, missing } = markFields(form.errors);

  return (
    <form className={stack.gap4} aria-label={heading} {...form.formProps}>
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
      <AlertBox tone="error">{form.failure ?? missing}</AlertBox>
      <AlertBox tone="success">{form.success}</AlertBox>
      <p className="without-scripts">Sending this form needs JavaScript, which this browser does not run.</p>
      <div className="with-scripts">
        <Button
          variant="primary"
          type="submit"
          data-analytics="enrol"
          disabled={!isHydrated || form.isSending}
        >
          {form.isSending ? 'Sending…' : submit}
        </Button>
      </div>
    </form>
  );
}
