import { useId } from 'react';
import { CategoryIcon } from '../../../features/catalogue/category-icon.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import { ICONS } from './icons.ts';

/** The line drawings of the house, and what the entry has if it is none of them. */
export function IconChoice({ icon }: { icon: string }) {
  const labelId = useId();
  const own = ICONS.some(({ value }) => value === icon)
    ? []
    : [{ value: icon, label: icon ? 'Its own' : 'None' }];
  return (
    <fieldset className={`desk-fieldset ${stack.gap2}`} aria-labelledby={labelId}>
      <span id={labelId} className={prose.label}>
        Icon
      </span>
      <div className="desk-icons">
        {[...own, ...ICONS].map(({ value, label }) => (
          <label key={value} className="desk-icon" title={label}>
            <input
              type="radio"
              name="icon"
              value={value}
              defaultChecked={value === icon}
              aria-label={label}
            />
            <CategoryIcon icon={value} size={32} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
