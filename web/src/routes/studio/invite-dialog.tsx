import { useId } from 'react';
import { useStepUp } from '../../features/accounts/settings/step-up.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { TextField } from '../../ui/text-field.tsx';
import type { People } from './people.ts';
import { type AnyRole, ROLE_NAMES } from './role-words.ts';

interface Props {
  people: People;
  /** What may be given, the highest first. */
  roles: readonly AnyRole[];
  onInvited: (email: string) => void;
}

export function InviteDialog({ open, onClose, ...rest }: Props & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Invite">
      <InviteForm {...rest} />
    </Dialog>
  );
}

/** Most are asked to make tours, or to help. */
const USUAL: readonly AnyRole[] = ['editor', 'support'];

function InviteForm({ people, roles, onInvited }: Props) {
  const confirmed = useStepUp();
  const groupId = useId();
  const form = useForm<{ email: string; role: AnyRole }>({
    schema: people.schema,
    fallback: 'The invitation could not be sent. Please try again.',
    send: async ({ email, role }) => {
      await confirmed(() => people.invite(email, role));
      onInvited(email);
    },
  });
  const first = roles.find((role) => USUAL.includes(role)) ?? roles.at(-1);
  return (
    <Form state={form} isSilent className={stack.gap6} submit="Send the invitation" busy="Sending…">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        data-autofocus
        error={form.errors.email}
        hint="They get a link that is open for seven days, and accept or decline."
      />
      <fieldset className={`studio-roles ${stack.gap2}`} aria-labelledby={groupId}>
        <span id={groupId} className={prose.label}>
          Role
        </span>
        {roles.map((role) => (
          <label key={role} className="studio-choice">
            <input type="radio" name="role" value={role} defaultChecked={role === first} />
            <span>
              <span className="studio-name">{ROLE_NAMES[role]}</span>
              <span className="studio-soft">{people.hints[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Form>
  );
}
