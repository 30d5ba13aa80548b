import type { AddOn } from '@oriel/contract';
import { MAX_ADD_ON_QUANTITY, wholeQuantity } from '@oriel/contract/shared/package-price';
import { useId } from 'react';
import { formatMoney } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useEarlyInput } from '../../ui/use-early-input.ts';
import styles from './add-on-choice.module.css';
import type { PackageChoice } from './use-package.ts';

interface Props {
  addOn: AddOn;
  currency: string;
  choice: PackageChoice;
}

/** A checkbox for an add-on; add-ons with a quantity ask for it once checked. */
export function AddOnChoice({ addOn, currency, choice }: Props) {
  const { id, label, description, price, unit, quantityLabel } = addOn;
  const fieldId = useId();
  const typed = choice.typedQuantity(id);
  const box = useEarlyInput(typed !== undefined, (isTicked) => choice.tick(id, isTicked));
  const step = (by: number) => {
    const quantity = wholeQuantity(Number(typed)) + by;
    choice.typeQuantity(id, String(Math.min(Math.max(quantity, 1), MAX_ADD_ON_QUANTITY)));
  };
  return (
    <li className={styles.addOn} data-ticked={typed !== undefined || undefined}>
      <input
        ref={box}
        id={fieldId}
        className={styles.box}
        type="checkbox"
        checked={typed !== undefined}
        aria-describedby={`${fieldId}-about ${fieldId}-price`}
        onChange={({ target }) => choice.tick(id, target.checked)}
      />
      <label htmlFor={fieldId} className={styles.label}>
        {label}
      </label>
      <p id={`${fieldId}-price`} className={styles.price}>
        {formatMoney(price, currency)} <span className={styles.unit}>{unit}</span>
      </p>
      <p id={`${fieldId}-about`} className={styles.about}>
        {description}
      </p>
      {typed !== undefined && quantityLabel !== undefined && (
        <div className={styles.quantity}>
          <label htmlFor={`${fieldId}-quantity`}>
            {quantityLabel}
            <span className="visually-hidden"> of {label}</span>
          </label>
          <Step
            icon="minus"
            label={`Fewer ${quantityLabel.toLowerCase()} of ${label}`}
            onClick={() => step(-1)}
          />
          <input
            className={styles.number}
            id={`${fieldId}-quantity`}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_ADD_ON_QUANTITY}
            step={1}
            value={typed}
            onChange={({ target }) => choice.typeQuantity(id, target.value)}
            onBlur={() => choice.settleQuantity(id)}
          />
          <Step
            icon="plus"
            label={`More ${quantityLabel.toLowerCase()} of ${label}`}
            onClick={() => step(1)}
          />
        </div>
      )}
    </li>
  );
}

function Step({ icon, label, onClick }: { icon: 'minus' | 'plus'; label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.step} aria-label={label} onClick={onClick}>
      <Icon name={icon} size={18} />
    </button>
  );
}
