import { useState } from 'react';
import { useMember, useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { NumberField } from './number-field.tsx';
import { TourSection } from './tour-section.tsx';

/** What it costs to go in. */
export function PriceSection() {
  const { store } = useTourWork();
  const { id, value, disabled, error, missing, set } = useMember('price', 'Price');
  const inPlans = useMember('isInPlans', 'Plans');
  // Once tokens are chosen, and before there is a number.
  const [isCosting, setCosting] = useState(false);
  const costs = value === null ? isCosting : value > 0;
  const [last, setLast] = useState(value === null || value === 0 ? undefined : value);
  return (
    <TourSection
      title="Price"
      lead="A new price holds for those who unlock it later. Who has unlocked it keeps it."
    >
      <fieldset id={id} tabIndex={-1} className={styles.group} disabled={disabled}>
        <legend className="visually-hidden">Price</legend>
        <div className={styles.segments}>
          <label className={styles.segment}>
            <input
              type="radio"
              name="price"
              checked={value === 0}
              onChange={() => {
                setCosting(false);
                store.change((draft) => ({ ...draft, price: 0, isInPlans: false }), {
                  label: 'Make it free',
                });
              }}
            />
            Free
          </label>
          <label className={styles.segment}>
            <input
              type="radio"
              name="price"
              checked={costs}
              onChange={() => {
                setCosting(true);
                set(last ?? null);
              }}
            />
            Costs tokens
          </label>
        </div>
        {(error ?? missing) && <p className={error ? styles.fault : styles.fine}>{error ?? missing}</p>}
        {costs && (
          <>
            <NumberField
              label="Tokens"
              value={value ?? undefined}
              min={1}
              max={1_000_000}
              isWhole
              onChange={(price) => {
                setLast(price);
                setCosting(true);
                set(price ?? null);
              }}
            />
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={inPlans.value}
                onChange={({ currentTarget }) => inPlans.set(currentTarget.checked)}
              />
              Members with a plan open it without tokens
            </label>
          </>
        )}
      </fieldset>
    </TourSection>
  );
}
