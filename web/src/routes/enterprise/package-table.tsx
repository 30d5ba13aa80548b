// biome-ignore-all lint/a11y/noRedundantRoles: the styles lay the table out as a grid, which takes its roles away in some browsers.
import type { EnterprisePage } from '@oriel/contract';
import { formatMoney } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import prose from '../../ui/prose.module.css';
import styles from './package-table.module.css';

type Packages = EnterprisePage['packages'];

/**
 * The contents of the packages. On narrow screens each row's name is above its four values, so that nothing has to be
 * scrolled sideways; the roles keep it a table for screen readers however it is laid out.
 */
export function PackageTable({ packages }: { packages: Packages }) {
  const { items, rows, featureLabel, currency, unit, heading, note } = packages;
  return (
    <>
      {/* The table's heads have no room for this on narrow screens. */}
      <ul className={styles.list}>
        {items.map(({ id, name, price, for: purpose }) => (
          <li key={id} className={styles.item}>
            <span className={styles.name}>{name}</span>
            <span>
              <strong>{formatMoney(price, currency)}</strong> {unit}
            </span>
            <span className={styles.about}>{purpose}</span>
          </li>
        ))}
      </ul>
      <table className={styles.table} role="table">
        <caption className="visually-hidden">{heading}</caption>
        <thead className={styles.head} role="rowgroup">
          <tr className={styles.row} role="row">
            <th className={styles.corner} scope="col" role="columnheader">
              {featureLabel}
            </th>
            {items.map(({ id, name, price, for: purpose }) => (
              <th key={id} scope="col" role="columnheader">
                <span className={styles.name}>{name}</span>
                <b className={styles.price}>{formatMoney(price, currency)}</b>
                <span className={styles.unit}>{unit}</span>
                <span className={styles.purpose}>{purpose}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ label, cells }) => (
            <tr key={label} className={styles.row} role="row">
              <th className={styles.feature} scope="row" role="rowheader">
                {label}
              </th>
              {items.map(({ id }) => (
                <td key={id} role="cell">
                  <Value value={cells[id]} packages={packages} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={prose.note}>{note}</p>
    </>
  );
}

function Value({ value, packages }: { value: boolean | string; packages: Packages }) {
  if (typeof value === 'string') return value;
  return (
    <span className={value ? styles.included : prose.soft}>
      <Icon name={value ? 'check' : 'minus'} size={18} />
      <span className="visually-hidden">{value ? packages.included : packages.missing}</span>
    </span>
  );
}
