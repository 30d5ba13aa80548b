import type { Plan, PricingPage } from '@oriel/contract';
import { perksOf } from '../../features/payments/perks.ts';
import { formatDays, formatMoney, formatTokens } from '../../format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import { PlanPoints } from './plan-points.tsx';
import styles from './plans.module.css';

interface Props {
  plans: readonly Plan[];
  texts: PricingPage['families'];
}

/** Token plans side by side; they are bought in the wallet. */
export function TokenPlans({ plans, texts }: Props) {
  return (
    <div className={`${stack.gap8} ${stack.start}`}>
      <p className={prose.soft}>{texts.viewingNote}</p>
      <ul className={styles.cards}>
        {plans.map((plan) => (
          <TokenPlan key={plan.plan_id} plan={plan} />
        ))}
      </ul>
      <ButtonLink variant="primary" to="?settings=subscription" preventScrollReset data-analytics="top-up">
        {texts.viewingAction}
      </ButtonLink>
    </div>
  );
}

function TokenPlan({ plan }: { plan: Plan }) {
  const tokens = formatTokens(plan.tokens);
  const validity = `Valid for ${formatDays(plan.validity_days)}`;
  return (
    <li className={styles.card}>
      <h2>{plan.name}</h2>
      <div>
        <p className={styles.price}>{formatMoney(plan.price, plan.currency)}</p>
        <p className={prose.note}>once</p>
      </div>
      <p className={prose.label}>{tokens}</p>
      <PlanPoints points={[validity, ...perksOf(plan, [tokens, validity])]} />
    </li>
  );
}
