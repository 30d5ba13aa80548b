import type { Plan } from '@oriel/contract';
import { useId } from 'react';
import { formatDays, formatMoney, formatTokens } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlanBadge } from '../../ui/plan-badge.tsx';
import prose from '../../ui/prose.module.css';
import { perksOf } from './perks.ts';
import styles from './plan-picker.module.css';

interface Props {
  plan: Plan;
  /** The name of the group of radio buttons. */
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}

export function PlanCard({ plan, group, isChosen, onChoose }: Props) {
  const id = useId();
  const tokens = formatTokens(plan.tokens);
  const validity = `Valid for ${formatDays(plan.validity_days)}`;
  return (
    <label className={styles.card}>
      <input
        type="radio"
        name={group}
        value={plan.plan_id}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-name ${id}-price ${id}-tokens`}
        aria-describedby={`${id}-more`}
      />
      <span className={styles.top}>
        <b id={`${id}-name`}>{plan.name}</b>
        {plan.tier !== null && <PlanBadge tier={plan.tier} />}
      </span>
      <span id={`${id}-price`} className={styles.price}>
        {formatMoney(plan.price, plan.currency)}
      </span>
      <span id={`${id}-tokens`} className={prose.label}>
        {tokens}
      </span>
      <span id={`${id}-more`} className={styles.more}>
        <span className={styles.validity}>{validity}</span>
        {perksOf(plan, [tokens, validity]).map((perk) => (
          <span key={perk} className={styles.perk}>
            <Icon name="check" size={16} />
            <span>{perk}</span>
          </span>
        ))}
      </span>
    </label>
  );
}
