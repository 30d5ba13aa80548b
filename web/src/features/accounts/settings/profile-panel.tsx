import { Profile } from '@oriel/contract/api/accounts';
import { api } from '../../../api.ts';
import { useForm } from '../../../forms/use-form.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { splitName } from '../full-name.ts';
import { DeleteAccount } from './delete-account.tsx';
import { EmailState } from './email-state.tsx';
import { ExportData } from './export-data.tsx';
import { Sessions } from './sessions.tsx';
import styles from './settings.module.css';
import { StepUp, useStepUp } from './step-up.tsx';
import type { MemberProps } from './tabs.ts';

interface Props extends MemberProps {
  /** Called with the server's message once the account is deleted. */
  onLeft: (message: string) => void;
}

type FieldName = Exclude<keyof Profile, 'firstName' | 'lastName'>;

/** The fields after name and email, in their order. */
const FIELDS: readonly {
  name: FieldName;
  label: string;
  type?: string;
  autoComplete: string;
  wide?: boolean;
}[] = [
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { name: 'dob', label: 'Date of birth', type: 'date', autoComplete: 'bday' },
  { name: 'gender', label: 'Gender', autoComplete: 'sex' },
  { name: 'address', label: 'Address', autoComplete: 'street-address' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'province', label: 'Province', autoComplete: 'off' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
];

function ProfileForm({ user, onChange }: MemberProps) {
  const confirmed = useStepUp();
  const { errors, failure, success, isSending, formProps } = useForm({
    schema: Profile,
    read: ({ name = '', ...fields }) => ({ ...fields, ...splitName(name) }),
    fallback: 'Your profile could not be saved. Please try again.',
    send: async (body) => {
      const { data } = await confirmed(() => api('PATCH /api/auth/me', { body }));
      onChange(data.user);
      return 'Your profile is saved.';
    },
  });

  return (
    <form className={styles.form} {...formProps}>
      <div className={styles.grid}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={user.name}
          error={errors.firstName ?? errors.lastName}
        />
        <EmailState user={user} />
        {FIELDS.map((field) => (
          <TextField key={field.name} {...field} defaultValue={user[field.name]} error={errors[field.name]} />
        ))}
      </div>
      <AlertBox tone="error">{failure}</AlertBox>
      <AlertBox tone="success">{success}</AlertBox>
      <div className={stack.actions}>
        <Button variant="primary" type="submit" disabled={isSending}>
          {isSending ? 'Saving…' : 'Save profile'}
        </Button>
      </div>
    </form>
  );
}

/** The member's profile, sessions, data export and account deletion. */
export function ProfilePanel({ user, onChange, onLeft }: Props) {
  return (
    <StepUp user={user}>
      <ProfileForm user={user} onChange={onChange} />
      <Sessions memberId={user.id} />
      <ExportData />
      <DeleteAccount user={user} onLeft={onLeft} />
    </StepUp>
  );
}
