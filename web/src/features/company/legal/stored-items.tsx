import type { CookiesPage } from '@oriel/contract';
import { Fragment } from 'react';
import legal from './legal.module.css';
import styles from './stored-items.module.css';

type Group = CookiesPage['stored'][number];

/** The address of a kind of storage on its page. */
export const groupId = (kind: Group['kind']) => `stored-${kind}`;

/** A long name breaks where its words do. */
function Name({ name }: { name: string }) {
  return name.split(/(?<=[-_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** Everything of one kind that the site keeps in a browser, as a table; on narrow screens each row is a card. */
export function StoredItems({ group, columns }: { group: Group; columns: CookiesPage['columns'] }) {
  const id = groupId(group.kind);
  return (
    <section id={id} className={legal.section} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className={legal.heading}>
        {group.heading}
      </h2>
      <p>{group.text}</p>
      <table className={styles.table} aria-labelledby={`${id}-heading`}>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.when}</th>
            <th scope="col">{columns.purpose}</th>
            <th scope="col">{columns.duration}</th>
          </tr>
        </thead>
        <tbody>
          {group.items.map(({ name, when, purpose, duration }) => (
            <tr key={name}>
              <th scope="row">
                <code>
                  <Name name={name} />
                </code>
              </th>
              <td data-label={columns.when}>{when}</td>
              <td data-label={columns.purpose}>{purpose}</td>
              <td data-label={columns.duration}>{duration}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
