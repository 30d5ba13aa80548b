import { IconButton } from '../../ui/icon-button.tsx';
import { Avatar } from '../layout/avatar.tsx';
import type { Person } from './people.ts';
import { RoleSelect } from './role-select.tsx';
import { type AnyRole, ROLE_NAMES } from './role-words.ts';

interface Props {
  person: Person;
  /** What may be given. */
  roles: readonly AnyRole[];
  canChange: boolean;
  /** The role to show, which may be on its way. */
  shown: AnyRole;
  onChange: (role: AnyRole) => void;
  onRemove: () => void;
}

export function PersonRow({ person, roles, canChange, shown, onChange, onRemove }: Props) {
  const { name, email, isYou } = person;
  return (
    <li className="studio-row">
      <Avatar member={person} />
      <span className="studio-who">
        <span className="studio-name">
          {name}
          {isYou && <span className="studio-tag">you</span>}
        </span>
        <span className="studio-soft">{email}</span>
      </span>
      {canChange ? (
        <RoleSelect label={`Role of ${name}`} value={shown} roles={roles} onChange={onChange} />
      ) : (
        <span className="studio-role">{ROLE_NAMES[shown]}</span>
      )}
      <span className="studio-action">
        {canChange && !isYou && <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />}
      </span>
    </li>
  );
}
