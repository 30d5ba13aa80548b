import { type ComponentProps, useId } from 'react';
import field from './field.module.css';
import { Icon } from './icon.tsx';
import { type FieldTexts, LabelledField } from './labelled-field.tsx';

interface Props extends Omit<ComponentProps<'select'>, 'children'>, FieldTexts {
  options: readonly { value: string; label: string }[];
}

/** One of several, in a field as wide as a line of text. */
export function ChoiceField({ id, label, options, error, hint, ...rest }: Props) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <LabelledField id={fieldId} label={label} error={error} hint={hint}>
      {(describedBy) => (
        <span className={field.arrowed}>
          <select
            id={fieldId}
            className={`${field.control} ${field.select}`}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={describedBy}
            {...rest}
          >
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
