import { Icon } from '../../ui/icon.tsx';
import { type AnyRole, ROLE_NAMES } from './role-words.ts';

interface Props {
  label: string;
  value: AnyRole;
  roles: readonly AnyRole[];
  onChange: (role: AnyRole) => void;
}

export function RoleSelect({ label, value, roles, onChange }: Props) {
  return (
    <span className="studio-select">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as AnyRole)}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {ROLE_NAMES[role]}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={14} />
    </span>
  );
}
