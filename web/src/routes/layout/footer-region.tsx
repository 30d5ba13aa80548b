import type { FooterTexts } from '@oriel/contract';
import { COUNTRY_CODES, DEFAULT_COUNTRY } from '@oriel/contract/shared/countries';
import { useEffect, useId, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { countryName } from '../../format.ts';
import { chooseRegion, useRegion } from '../../region.ts';
import field from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import styles from './footer-region.module.css';

/** The list and the detected region are loaded when the visitor scrolls this close. */
const NEAR = '400px';

function allCountries() {
  return COUNTRY_CODES.map((code) => ({ code, name: countryName(code) })).sort((one, other) =>
    one.name.localeCompare(other.name, 'en'),
  );
}

/** The visitor's region: their choice, else the detected one, else the default. */
export function RegionChoice({ texts }: { texts: FooterTexts['region'] }) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [countries, setCountries] = useState([{ code: DEFAULT_COUNTRY, name: countryName(DEFAULT_COUNTRY) }]);
  const selected = useRegion();
  const [detected, setDetected] = useState<string>();

  useEffect(() => {
    if (!root.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) return;
        watcher.disconnect();
        setCountries(allCountries());
        api('GET /api/region', {}).then(
          ({ data }) => setDetected(data.country_code),
          () => undefined,
        );
      },
      { rootMargin: NEAR },
    );
    watcher.observe(root.current);
    return () => watcher.disconnect();
  }, []);

  return (
    <div ref={root} className={`with-scripts ${stack.gap1}`}>
      <label htmlFor={id} className={prose.note}>
        {texts.label}
      </label>
      <span className={field.arrowed}>
        <select
          id={id}
          className={`${field.control} ${field.select} ${styles.select}`}
          aria-describedby={`${id}-hint`}
          value={selected ?? detected ?? DEFAULT_COUNTRY}
          onChange={({ target }) => chooseRegion(target.value)}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={16} />
      </span>
      <p id={`${id}-hint`} className={prose.fine}>
        <span className={styles.detected}>
          {detected && texts.detected.replace('{country}', () => countryName(detected))}
        </span>
      </p>
    </div>
  );
}
