import type { ContactPage } from '@oriel/contract';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { api, errorMessage } from '../../api.ts';
import { Form } from '../../forms/form.tsx';
import { Honeypot } from '../../forms/honeypot.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSession } from '../../session/session.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './contact-form.module.css';
import { CountryCode } from './country-code.tsx';
import { labelOf, markFields } from './fields.ts';
import formStyles from './form.module.css';

interface Props {
  texts: ContactPage['form'];
  /** The subject that another page prefilled. */
  subject: string | undefined;
}

/** Prefills empty fields with the member's name and email. */
function usePrefill(
  form: RefObject<HTMLFormElement | null>,
  user: { name: string; email: string } | undefined,
) {
  useEffect(() => {
    if (!user || !form.current) return;
    for (const name of ['name', 'email'] as const) {
      const field = form.current.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.value === '') field.value = user[name];
    }
  }, [form, user]);
}

/** A message to the company. All fields are required; a failure keeps what was typed. */
export function ContactForm({ texts, subject }: Props) {
  const { user } = useSession();
  const banner = useRef<HTMLDivElement>(null);
  const consentId = useId();
  const { fields } = texts;
  const form = useForm({
    schema: async () => (await import('@oriel/contract/api/contact')).ContactForm,
    read: (values) => ({ ...values, consent: values.consent === 'on' }),
    fallback: texts.failure,
    explain: (error, fallback) => errorMessage(error, fallback, { trusts: () => true }),
    clears: true,
    send: async ({ consent: _, ...body }) =>
      (await api('POST /api/contact', { body: { ...body, userId: user?.id ?? null } })).data.message ||
      texts.success,
  });
  usePrefill(form.form, user);
  const { errors, failure } = form;
  const { mark, missing } = markFields(errors);
  const required = (name: string) => ({ label: labelOf(fields, name), required: true, ...mark(name) });

  useEffect(() => {
    if (failure) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  return (
    <Form
      state={{ ...form, failure: missing }}
      className={stack.gap6}
      aria-label={texts.heading}
      submit={texts.submit}
      busy="Sending…"
      analytics="send-message"
    >
      <div ref={banner} className={styles.banner}>
        <AlertBox tone="error">
          {failure && (
            <>
              <strong>{texts.banner}</strong> {failure}
            </>
          )}
        </AlertBox>
      </div>
      <p className={prose.note}>{texts.lead}</p>
      {subject !== undefined && (
        <TextField label={labelOf(fields, 'subject')} defaultValue={subject} {...mark('subject')} />
      )}
      <div className={formStyles.pair}>
        <TextField autoComplete="name" {...required('name')} />
        <TextField type="email" autoComplete="email" {...required('email')} />
      </div>
      <div className={styles.phone}>
        <CountryCode label={labelOf(fields, 'countryCode')} invalid={'countryCode' in errors} />
        <TextField type="tel" autoComplete="tel-national" {...required('phone')} />
      </div>
      <TextArea rows={7} {...required('message')} />
      <label className={styles.consent} htmlFor={consentId}>
        <input
          id={consentId}
          type="checkbox"
          name="consent"
          required
          aria-invalid={'consent' in errors || undefined}
        />
        <span>{texts.consent}</span>
      </label>
      <Honeypot />
    </Form>
  );
}
