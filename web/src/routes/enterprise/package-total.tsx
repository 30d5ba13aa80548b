import type { EnterprisePage } from '@oriel/contract';
import type { PackageLine, PackagePrice } from '@oriel/contract/shared/package-price';
import { formatMoney } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import styles from './package-total.module.css';

interface Props {
  builder: EnterprisePage['builder'];
  price: PackagePrice;
  /** Whether the visitor tried to check out. */
  isRefused: boolean;
  onCheckout: () => void;
}

/** The selection with its one-time and monthly price. Sticky on wide screens. */
export function PackageTotal({ builder, price, isRefused, onCheckout }: Props) {
  const { currency, total, checkout, checkoutAlert } = builder;
  const { lines, once, monthly } = price;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <div className={styles.total}>
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line.addOn.id} className={styles.line}>
              <span>
                {line.addOn.label}
                {line.addOn.quantityEnabled && <Times line={line} />}
              </span>
              <span className={styles.amount}>{money(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <div role="status" className={stack.gap2}>
        {lines.length === 0 && <p className={prose.soft}>{total.none}</p>}
        {once > 0 && <Sum label={total.once} amount={money(once)} />}
        {monthly > 0 && <Sum label={total.monthly} amount={money(monthly)} />}
      </div>
      <div className={styles.checkout}>
        <Button variant="primary" data-analytics="checkout" onClick={onCheckout}>
          {checkout}
        </Button>
        <div role="alert">{isRefused && <p className={styles.alert}>{checkoutAlert}</p>}</div>
      </div>
    </div>
  );
}

function Times({ line: { addOn, quantity } }: { line: PackageLine }) {
  return (
    <span className={styles.times}>
      {addOn.quantityLabel}: {quantity}
    </span>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <p className={styles.sum}>
      <span>{label}</span> <strong className={styles.sumAmount}>{amount}</strong>
    </p>
  );
}
