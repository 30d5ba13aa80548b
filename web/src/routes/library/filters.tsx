import { Suspense, useState } from 'react';
import { type LibraryQuery, MEDIA_LABELS, PRICE_LABELS } from '../../features/catalogue/library-url.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LostDialog } from '../../ui/lost-dialog.tsx';
import type { FilterChoices } from './filter-choices.ts';
import styles from './filters.module.css';

const FilterSheet = lazyPart(
  async () => (await import('./filter-sheet.tsx')).FilterSheet,
  ({ onClose }) => <LostDialog title="Filters" onClose={onClose} />,
);

/** How many filters beside the search are set. */
function countOf({ category, tag, price, mediaType, country }: LibraryQuery): number {
  return [category, tag, price, mediaType, country].filter((value) => value !== undefined).length;
}

/** Opens the sheet with all filters; without scripts its most important choices are links. */
export function LibraryFilters(choices: FilterChoices) {
  const [isOpen, setIsOpen] = useState(false);
  const count = countOf(choices.query);
  return (
    <div>
      <button
        type="button"
        className={`with-scripts ${styles.button}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="filters" size={18} />
        Filters
        {count > 0 && (
          <>
            <span className={styles.count}>{count}</span>
            <span className="visually-hidden">set</span>
          </>
        )}
      </button>
      <PlainFilters {...choices} />
      <Suspense>{isOpen && <FilterSheet {...choices} onClose={() => setIsOpen(false)} />}</Suspense>
    </div>
  );
}

/** The same as a form that the server answers. */
function PlainFilters({ query }: FilterChoices) {
  const { category, tag, q, sort, price, mediaType, country } = query;
  return (
    <form action="/experiences" className={`without-scripts ${styles.plain}`}>
      {Object.entries({ category, tag, q, sort }).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <select name="price" aria-label="Price" defaultValue={price ?? ''}>
        <option value="">Free and locked</option>
        <Options labels={PRICE_LABELS} />
      </select>
      <select name="mediaType" aria-label="Kind" defaultValue={mediaType ?? ''}>
        <option value="">All kinds</option>
        <Options labels={MEDIA_LABELS} />
      </select>
      <input name="country" aria-label="Country" placeholder="Country" defaultValue={country} />
      <button type="submit">Show places</button>
    </form>
  );
}

function Options({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
