import { Profile } from '@oriel/contract/api/accounts';
import { api } from '../../../api.ts';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
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
  const form = useForm({
    schema: Profile,
    read: ({ name = '', ...fields }) => ({ ...fields, ...splitName(name) }),
    fallback: 'Your profile could not be saved. Please try again.',
    draft: `profile ${user.id}`,
    send: async (body) => {
      const { data } = await confirmed(() => api('PATCH /api/auth/me', { body }));
      onChange(data.user);
      return 'Your profile is saved.';
    },
  });

  return (
    <Form state={form} className={styles.form} submit="Save profile" busy="Saving…">
      <div className={styles.grid}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={user.name}
          error={form.errors.firstName ?? form.errors.lastName}
        />
        <EmailState user={user} />
        {FIELDS.map((field) => (
          <TextField
            key={field.name}
            {...field}
            defaultValue={user[field.name]}
            error={form.errors[field.name]}
          />
        ))}
      </div>
    </Form>
  );
}

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
