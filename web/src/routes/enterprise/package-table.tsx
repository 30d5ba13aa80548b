import type { EnterprisePage } from '@oriel/contract';
import { formatMoney } from '../../format.ts';
import { ComparisonTable } from '../../ui/comparison-table.tsx';

/** The contents of the packages. */
export function PackageTable({ packages }: { packages: EnterprisePage['packages'] }) {
  const { items, rows, featureLabel, currency, unit, heading, note, included, missing } = packages;
  return (
    <ComparisonTable
      caption={heading}
      columns={items.map(({ id, name, price, for: purpose }) => ({
        id,
        name,
        price: formatMoney(price, currency),
        unit,
        purpose,
      }))}
      {...{ rows, featureLabel, note, included, missing }}
    />
  );
}
