import { type ComponentProps, useId } from 'react';
import field from '../../../ui/field.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { LabelledField } from '../../../ui/labelled-field.tsx';

interface Props extends ComponentProps<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
}

/** One of several, in a field as wide as a line of text. */
export function Choice({ label, options, ...rest }: Props) {
  const id = useId();
  return (
    <LabelledField id={id} label={label}>
      {() => (
        <span className={field.arrowed}>
          <select id={id} className={`${field.control} ${field.select}`} {...rest}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" size={16} />
        </span>
      )}
    </LabelledField>
  );
}
