import type { FooterTexts } from '@oriel/contract';
import { useId } from 'react';
import { api } from '../../api.ts';
import { Honeypot } from '../../forms/honeypot.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/hydration.tsx';
import prose from '../../ui/prose.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { retryAsGuest } from './fields.ts';
import styles from './newsletter-form.module.css';

interface Props {
  texts: FooterTexts['newsletter'];
  /** Below a heading of the page that says the same. */
  isOnOwnPage?: boolean;
}

/** Subscribes to the newsletter; the subscription must be confirmed by email. */
export function NewsletterForm({ texts, isOnOwnPage = false }: Props) {
  const headingId = useId();
  const isHydrated = useHydrated();
  const { errors, failure, success, isSending, formProps } = useForm({
    schema: async () => (await import('@oriel/contract/api/leads')).NewsletterLead,
    read: (fields) => ({ ...fields, kind: 'newsletter' }),
    fallback: texts.failure,
    clears: true,
    send: async (body) => {
      await retryAsGuest(() => api('POST /api/leads', { body }));
      return texts.success.replace('{email}', () => body.email);
    },
  });
  const { email } = texts.fields;

  return (
    <form className={styles.newsletter} aria-labelledby={headingId} {...formProps}>
      <h2 id={headingId} className={isOnOwnPage ? 'visually-hidden' : undefined}>
        {texts.heading}
      </h2>
      <p className={prose.soft}>{texts.lead}</p>
      <div className={`with-scripts ${styles.line}`}>
        <TextField
          label={email?.label ?? 'Email'}
          name="email"
          type="email"
          autoComplete="email"
          placeholder={email?.hint}
          error={errors.email}
        />
        <Button type="submit" data-analytics="subscribe" disabled={!isHydrated || isSending}>
          {texts.submit}
        </Button>
      </div>
      <Honeypot />
      {/* No role: pages have their own alerts and statuses, and this one is never urgent. */}
      <div aria-live="polite">
        {failure && <p className={styles.failure}>{failure}</p>}
        {success && <p className={styles.success}>{success}</p>}
      </div>
    </form>
  );
}
