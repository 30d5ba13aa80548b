import type { Plan, PricingPage } from '@oriel/contract';
import type { PricedPlan } from '../../features/payments/prices.ts';
import { currencySymbol } from '../../format.ts';
import stack from '../../ui/stack.module.css';
import { Comparison } from './comparison.tsx';
import styles from './families.module.css';
import { Plans } from './plans.tsx';
import { TokenPlans } from './token-plans.tsx';

interface Props {
  texts: PricingPage | Omit<PricingPage, 'plans'>;
  plans: PricedPlan[];
  tokenPlans: readonly Plan[];
}

/** Plans for showing places, and token plans for viewing them. Both are in the page, so switching needs no scripts. */
export function Families({ texts, plans, tokenPlans }: Props) {
  const { families, currency } = texts;
  const [first] = tokenPlans;
  const forPlaces = (
    <>
      <Plans texts={texts} plans={plans} />
      {texts.comparison && <Comparison texts={texts.comparison} plans={plans} />}
    </>
  );
  if (first === undefined) return <div className={styles.forPlaces}>{forPlaces}</div>;
  return (
    <div className={`${stack.gap8} ${styles.families}`}>
      <fieldset className={styles.choice}>
        <legend className="visually-hidden">{families.label}</legend>
        <label className={styles.family}>
          <input type="radio" name="family" value="places" defaultChecked />
          {families.places} ({currencySymbol(currency)})
        </label>
        <label className={styles.family}>
          <input className={styles.viewing} type="radio" name="family" value="viewing" />
          {families.viewing} ({currencySymbol(first.currency)})
        </label>
      </fieldset>
      <div className={styles.forPlaces}>{forPlaces}</div>
      <div className={styles.forViewing}>
        <TokenPlans plans={tokenPlans} texts={families} />
      </div>
    </div>
  );
}
