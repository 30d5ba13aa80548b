// biome-ignore-all lint/a11y/noRedundantRoles: the styles lay the table out as a grid, which takes its roles away in some browsers.
import type { ReactNode } from 'react';
import styles from './comparison-table.module.css';
import { Icon } from './icon.tsx';
import prose from './prose.module.css';

export type ComparedValue = boolean | string;

interface Props<Id extends string> {
  caption: string;
  /** The head of the first column. */
  featureLabel: string;
  columns: readonly { id: Id; name: string; price?: string; unit?: string; purpose?: string }[];
  rows: readonly { label: string; cells: Record<Id, ComparedValue> }[];
  /** The label of a tick for screen readers. */
  included: string;
  missing: string;
  note?: ReactNode;
}

/**
 * What four offers hold. On narrow screens each row's name is above its four values, so that nothing has to be
 * scrolled sideways; the roles keep it a table for screen readers however it is laid out.
 */
export function ComparisonTable<Id extends string>({
  caption,
  featureLabel,
  columns,
  rows,
  note,
  ...labels
}: Props<Id>) {
  const priced = columns.filter(({ price }) => price !== undefined);
  return (
    <>
      {/* The table's heads have no room for this on narrow screens. */}
      {priced.length > 0 && (
        <ul className={styles.list}>
          {priced.map(({ id, name, price, unit, purpose }) => (
            <li key={id} className={styles.item}>
              <span className={styles.name}>{name}</span>
              <span>
                <strong>{price}</strong> {unit}
              </span>
              <span className={styles.about}>{purpose}</span>
            </li>
          ))}
        </ul>
      )}
      <table className={styles.table} role="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead className={styles.head} role="rowgroup">
          <tr className={styles.row} role="row">
            <th className={styles.corner} scope="col" role="columnheader">
              {featureLabel}
            </th>
            {columns.map(({ id, name, price, unit, purpose }) => (
              <th key={id} scope="col" role="columnheader">
                <span className={styles.name}>{name}</span>
                {price && <b className={styles.price}>{price}</b>}
                {unit && <span className={styles.unit}>{unit}</span>}
                {purpose && <span className={styles.purpose}>{purpose}</span>}
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
              {columns.map(({ id }) => (
                <td key={id} role="cell">
                  <Value value={cells[id]} {...labels} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className={prose.note}>{note}</p>}
    </>
  );
}

interface ValueProps {
  value: ComparedValue;
  included: string;
  missing: string;
}

function Value({ value, included, missing }: ValueProps) {
  if (typeof value === 'string') return value;
  return (
    <span className={value ? styles.included : prose.soft}>
      <Icon name={value ? 'check' : 'minus'} size={18} />
      <span className="visually-hidden">{value ? included : missing}</span>
    </span>
  );
}
