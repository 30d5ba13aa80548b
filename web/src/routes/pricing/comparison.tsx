import type { PricingPage } from '@oriel/contract';
import { ComparisonTable } from '../../ui/comparison-table.tsx';
import stack from '../../ui/stack.module.css';
import { limitRowsOf } from './limits.ts';

interface Props {
  texts: NonNullable<PricingPage['comparison']>;
  plans: PricingPage['plans'];
}

/** All that the plans hold, side by side. */
export function Comparison({ texts, plans }: Props) {
  const { heading, featureLabel, included, missing, rows } = texts;
  return (
    <div className={stack.gap4}>
      <h2>{heading}</h2>
      <ComparisonTable
        caption={heading}
        columns={plans.map(({ id, name }) => ({ id, name }))}
        rows={[...limitRowsOf(plans, texts), ...rows]}
        {...{ featureLabel, included, missing }}
      />
    </div>
  );
}
