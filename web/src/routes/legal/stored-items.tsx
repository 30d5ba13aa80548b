// biome-ignore-all lint/a11y/noRedundantRoles: on narrow screens the styles lay rows out as cards, which takes the roles away in some browsers.
import type { CookiesPage } from '@oriel/contract';
import { Fragment } from 'react';
import table from '../../ui/table.module.css';
import legal from './legal.module.css';
import styles from './stored-items.module.css';

const VALUES = ['when', 'purpose', 'duration'] as const;

type Group = CookiesPage['stored'][number];

export const groupId = (kind: Group['kind']) => `stored-${kind}`;

/** Lets a long name break between its words. */
function Name({ name }: { name: string }) {
  return name.split(/(?<=[-_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** What the site stores in a browser, of one kind, as a table; on narrow screens each row is a card. */
export function StoredItems({ group, columns }: { group: Group; columns: CookiesPage['columns'] }) {
  const id = groupId(group.kind);
  return (
    <section id={id} className={legal.section} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{group.heading}</h2>
      <p>{group.text}</p>
      <table className={`${table.table} ${styles.table}`} role="table" aria-labelledby={`${id}-heading`}>
        <thead role="rowgroup">
          <tr role="row">
            {[columns.name, columns.when, columns.purpose, columns.duration].map((column) => (
              <th key={column} scope="col" role="columnheader">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {group.items.map(({ name, ...item }) => (
            <tr key={name} role="row">
              <th scope="row" role="rowheader">
                <code>
                  <Name name={name} />
                </code>
              </th>
              {VALUES.map((value) => (
                <td key={value} role="cell" data-label={columns[value]}>
                  {item[value]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
