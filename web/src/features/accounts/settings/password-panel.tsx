import { MAX_PASSWORD_LENGTH, NewPassword } from '@oriel/contract/api/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../../api.ts';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { passwordAdvice, usePasswordMinLength } from '../password-rules.ts';
import { Passkeys } from './passkeys.tsx';
import { ConfirmedPhone } from './phone.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecurityActivity } from './security-activity.tsx';
import styles from './settings.module.css';
import { StepUp, useStepUp } from './step-up.tsx';
import type { MemberProps } from './tabs.ts';

const PasswordForm = z
  .object({
    currentPassword: z.string().min(1, 'Enter your current password.').max(MAX_PASSWORD_LENGTH).optional(),
    newPassword: NewPassword,
    repeated: z.string(),
  })
  .refine(({ newPassword, repeated }) => newPassword === repeated, {
    path: ['repeated'],
    message: 'Passwords do not match.',
  });

function PasswordSection({ user, onChange }: MemberProps) {
  const confirmed = useStepUp();
  const minimum = usePasswordMinLength();
  const queries = useQueryClient();
  const form = useForm({
    schema: PasswordForm,
    fallback: 'Your password could not be changed. Please try again.',
    clears: true,
    send: async ({ currentPassword, newPassword }) => {
      const { data } = await confirmed(() =>
        api('POST /api/auth/password/change', {
          body: currentPassword === undefined ? { newPassword } : { currentPassword, newPassword },
        }),
      );
      void queries.invalidateQueries({ queryKey: ['security-events', user.id] });
      onChange({ ...user, hasPassword: true });
      return data.message;
    },
  });

  return (
    <Form state={form} className={`${styles.form} ${styles.narrow}`} submit="Update password" busy="Saving…">
      <p>
        {user.hasPassword
          ? 'Changing it signs you out everywhere but here.'
          : 'You sign in without a password so far. With one, your address and this password work too.'}
      </p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      {user.hasPassword && (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={form.errors.currentPassword}
        />
      )}
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        placeholder={passwordAdvice(minimum)}
        error={form.errors.newPassword}
      />
      <PasswordField
        label="New password again"
        name="repeated"
        autoComplete="new-password"
        error={form.errors.repeated}
      />
    </Form>
  );
}

export function PasswordPanel({ user, onChange, siteName }: MemberProps & { siteName: string }) {
  return (
    <StepUp user={user}>
      <PasswordSection user={user} onChange={onChange} />
      <Passkeys memberId={user.id} />
      <ConfirmedPhone memberId={user.id} />
      <RecoveryCodes user={user} siteName={siteName} />
      <SecurityActivity memberId={user.id} />
    </StepUp>
  );
}
