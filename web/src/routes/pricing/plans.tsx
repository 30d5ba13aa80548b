import type { PricingPage } from '@oriel/contract';
import type { PricedPlan } from '../../features/payments/prices.ts';
import { formatMoney } from '../../format.ts';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { limitsOf } from './limits.ts';
import { PlanAction } from './plan-action.tsx';
import { PlanPoints } from './plan-points.tsx';
import styles from './plans.module.css';

type Texts = Pick<PricingPage, 'period' | 'limitLabels' | 'currency' | 'note'>;

/** The plans side by side, billed monthly or yearly. Both prices are in the page, so switching needs no scripts. */
export function Plans({ texts, plans }: { texts: Texts; plans: readonly PricedPlan[] }) {
  const { period } = texts;
  return (
    <div className={`${stack.gap8} ${stack.start} ${styles.plans}`}>
      <fieldset className={styles.period}>
        <legend className="visually-hidden">{period.label}</legend>
        <label className={styles.choice}>
          <input className={styles.radio} type="radio" name="period" value="monthly" defaultChecked />
          {period.monthly}
        </label>
        <label className={styles.choice}>
          <input className={`${styles.radio} ${styles.yearly}`} type="radio" name="period" value="yearly" />
          {period.yearly} <span className={styles.saving}>{period.saving}</span>
        </label>
      </fieldset>
      <ul className={styles.cards}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} texts={texts} />
        ))}
      </ul>
      <p className={prose.note}>{texts.note}</p>
    </div>
  );
}

function PlanCard({ plan, texts }: { plan: PricedPlan; texts: Texts }) {
  const { name, for: purpose, includes, features, action } = plan;
  const points = [...(includes ? [includes] : []), ...limitsOf(plan, texts.limitLabels), ...features];
  return (
    <li className={styles.card}>
      <div>
        <h2>{name}</h2>
        <p className={styles.purpose}>{purpose}</p>
      </div>
      <div>
        <Price plan={plan} texts={texts} />
      </div>
      <div className={styles.action}>
        <PlanAction action={action} plan={name} />
      </div>
      <PlanPoints points={points} />
    </li>
  );
}

function Price({ plan, texts }: { plan: PricedPlan; texts: Texts }) {
  const { monthlyPrice, yearlyPrice, priceLabel, unit } = plan;
  if (monthlyPrice === null || yearlyPrice === null) return <p className={styles.price}>{priceLabel}</p>;
  const monthly = (
    <>
      <p className={styles.price}>{formatMoney(monthlyPrice, texts.currency)}</p>
      <p className={prose.note}>{unit}</p>
    </>
  );
  // A free plan costs nothing in either period.
  if (monthlyPrice === 0) return monthly;
  return (
    <>
      <div className={styles.byMonth}>{monthly}</div>
      <div className={styles.byYear}>
        <p className={styles.price}>{formatMoney(yearlyPrice, texts.currency)}</p>
        <p className={prose.note}>
          {unit}, {texts.period.billedYearly}
        </p>
      </div>
    </>
  );
}
