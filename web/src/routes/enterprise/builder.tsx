import type { EnterprisePage } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { QuoteForm } from '../../features/leads/quote-form.tsx';
import { AddOnChoice } from './add-on-choice.tsx';
import styles from './builder.module.css';
import { PackageTotal } from './package-total.tsx';
import { usePackage } from './use-package.ts';

interface Props {
  builder: EnterprisePage['builder'];
  quote: EnterprisePage['quote'];
}

/** Since nothing can be ordered yet, it ends in a request for a quote. */
export function PackageBuilder({ builder, quote }: Props) {
  const { addOns, currency } = builder;
  const choice = usePackage(addOns);
  const [checkouts, setCheckouts] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const isEmpty = choice.price.lines.length === 0;

  useEffect(() => {
    if (checkouts > 0) form.current?.scrollIntoView({ block: 'nearest' });
  }, [checkouts]);

  return (
    <div className={styles.builder}>
      <ul className={styles.addOns}>
        {addOns.map((addOn) => (
          <AddOnChoice key={addOn.id} addOn={addOn} currency={currency} choice={choice} />
        ))}
      </ul>
      <p className="without-scripts">
        Putting a package together needs JavaScript, which this browser does not run. What each part costs
        stands beside it.
      </p>
      <div className={`with-scripts ${styles.total}`}>
        <PackageTotal
          builder={builder}
          price={choice.price}
          isRefused={checkouts > 0}
          onCheckout={() => setCheckouts((before) => before + 1)}
        />
      </div>
      {checkouts > 0 && (
        // Hidden rather than removed while nothing is selected, so that what was typed stays.
        <div ref={form} className={styles.quote} hidden={isEmpty}>
          <QuoteForm texts={quote} lines={choice.price.lines} />
        </div>
      )}
    </div>
  );
}
