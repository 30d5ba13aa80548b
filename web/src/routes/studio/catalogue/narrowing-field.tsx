import { Icon } from '../../../ui/icon.tsx';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search that narrows what is shown while it is typed; there is nothing to send. */
export function NarrowingField({ label, placeholder, value, onChange }: Props) {
  return (
    <span className="desk-search">
      <Icon name="search" size={16} />
      <input
        type="search"
        className="desk-input"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </span>
  );
}
