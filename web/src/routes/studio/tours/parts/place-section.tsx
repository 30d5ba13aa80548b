import { COUNTRY_CODES } from '@oriel/contract/shared/countries';
import { useMemo } from 'react';
import { countryName } from '../../../../format.ts';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useMember } from '../tour-work.ts';
import styles from '../tours.module.css';
import { DraftLine } from './fields.tsx';
import { LocationFields } from './location-fields.tsx';
import { NumberField } from './number-field.tsx';
import { TourSection } from './tour-section.tsx';

/** As many as the place sheet shows. */
const FACTS = [0, 1, 2];

/** Where a place is, and how one gets in. */
export function PlaceSection() {
  return (
    <TourSection title="Place" lead="Where it is. What you do not know is left out.">
      <div className={styles.pair}>
        <Country />
        <DraftLine name="city" label="City" maxLength={100} />
      </div>
      <LocationFields />
      <Facts />
      <DraftLine
        name="website"
        label="Website"
        maxLength={2000}
        type="url"
        placeholder="https://"
        hint="Where visitors enquire or book."
      />
      <Access />
    </TourSection>
  );
}

function Country() {
  const { id, value, disabled, error, missing, set } = useMember('country', 'Country');
  const names = useMemo(
    () => COUNTRY_CODES.map(countryName).sort((one, other) => one.localeCompare(other, 'en')),
    [],
  );
  const all = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <ChoiceField
      id={id}
      label="Country"
      value={value}
      disabled={disabled}
      error={error}
      hint={missing}
      options={[{ value: '', label: 'Not said' }, ...all.map((name) => ({ value: name, label: name }))]}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

function Facts() {
  const { id, value, disabled, error, set } = useMember('facts', 'Facts');
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>Facts</legend>
      <p className={styles.fine}>Up to three, such as “420 m²” or “Sleeps 8”.</p>
      <div className={styles.triple}>
        {FACTS.map((index) => (
          <TextField
            key={index}
            id={index === 0 ? id : undefined}
            label={`Fact ${index + 1}`}
            value={value[index] ?? ''}
            maxLength={120}
            error={index === 0 ? error : undefined}
            onChange={({ currentTarget }) => set(withFact(value, index, currentTarget.value))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The facts with another one at a place; empty ones at the end go. */
function withFact(facts: readonly string[], index: number, text: string): string[] {
  const all = FACTS.map((place) => (place === index ? text : (facts[place] ?? '')));
  const last = all.findLastIndex((fact) => fact !== '');
  return all.slice(0, last + 1);
}

function Access() {
  const { id, value, disabled, error, set } = useMember('access', 'Way in');
  const { steps, doorWidthCm, note = '' } = value ?? {};
  const change = (fields: {
    steps?: number | undefined;
    doorWidthCm?: number | undefined;
    note?: string;
  }) => {
    const next = { steps, doorWidthCm, note, ...fields };
    const access = {
      ...(next.steps !== undefined && { steps: next.steps }),
      ...(next.doorWidthCm !== undefined && { doorWidthCm: next.doorWidthCm }),
      ...(next.note !== '' && { note: next.note }),
    };
    set(Object.keys(access).length > 0 ? access : null);
  };
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>Way in</legend>
      <div className={styles.pair}>
        <NumberField
          id={id}
          label="Steps"
          value={steps}
          min={0}
          max={1000}
          isWhole
          error={error}
          onChange={(number) => change({ steps: number })}
        />
        <NumberField
          label="Narrowest door, cm"
          value={doorWidthCm}
          min={1}
          max={1000}
          isWhole
          onChange={(number) => change({ doorWidthCm: number })}
        />
      </div>
      <TextField
        label="Note"
        value={note}
        maxLength={200}
        placeholder="The lift is in the yard"
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </fieldset>
  );
}
