import { useId, useMemo } from 'react';
import field from '../../ui/field.module.css';
import { useHydrated } from '../../ui/hydration.tsx';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { dialCodes } from './dial-codes.ts';

/** As in the contract; its schemas are loaded when the form is sent. */
const DEFAULT = { country: 'IN', code: '+91', name: 'India' };

/** The country of a phone number. The list is built in the browser, which the form needs anyway. */
export function CountryCode({ label, invalid }: { label: string; invalid: boolean }) {
  const id = useId();
  const isHydrated = useHydrated();
  const codes = useMemo(() => (isHydrated ? dialCodes() : [DEFAULT]), [isHydrated]);
  return (
    <div className={stack.gap1}>
      <label htmlFor={id} className={prose.label}>
        {label}
      </label>
      <span className={field.arrowed}>
        <select
          id={id}
          name="countryCode"
          className={`${field.control} ${field.select}`}
          autoComplete="tel-country-code"
          defaultValue={DEFAULT.code}
          aria-invalid={invalid || undefined}
          required
        >
          {codes.map(({ country, code, name }) => (
            <option key={country} value={code}>
              {`${name} (${code})`}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={16} />
      </span>
    </div>
  );
}
