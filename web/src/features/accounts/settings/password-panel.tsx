import { MAX_PASSWORD_LENGTH, NewPassword } from '@oriel/contract/api/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../../api.ts';
import { useForm } from '../../../forms/use-form.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import stack from '../../../ui/stack.module.css';
import { PASSWORD_PLACEHOLDER } from '../password-rules.ts';
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

/** Changes the password, or sets the first one of a member who has none. */
function PasswordSection({ user, onChange }: MemberProps) {
  const confirmed = useStepUp();
  const queries = useQueryClient();
  const { errors, failure, success, isSending, formProps } = useForm({
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
    <form className={`${styles.form} ${styles.narrow}`} {...formProps}>
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
          error={errors.currentPassword}
        />
      )}
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        placeholder={PASSWORD_PLACEHOLDER}
        error={errors.newPassword}
      />
      <PasswordField
        label="New password again"
        name="repeated"
        autoComplete="new-password"
        error={errors.repeated}
      />
      <AlertBox tone="error">{failure}</AlertBox>
      <AlertBox tone="success">{success}</AlertBox>
      <div className={stack.actions}>
        <Button variant="primary" type="submit" disabled={isSending}>
          {isSending ? 'Saving…' : 'Update password'}
        </Button>
      </div>
    </form>
  );
}

/** How the member signs in: password, passkeys, phone, recovery codes; and recent security events. */
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
