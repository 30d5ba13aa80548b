import type { SortOrder } from '@oriel/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type LibraryQuery,
  libraryPath,
  MAX_QUERY_LENGTH,
  SORT_LABELS,
} from '../../features/catalogue/library-url.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEarlyInput } from '../../ui/use-early-input.ts';

/** How long after the last keystroke the list is updated. */
const DEBOUNCE_MS = 300;
const FORM_ID = 'library-search';

/** A form, so that it works without scripts; with them the list follows the typing. */
export function LibrarySearch({ filters }: { filters: LibraryQuery }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState(filters.q ?? '');
  const requested = useRef(filters.q ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back, forward and links change the URL without the field.
  useEffect(() => {
    if ((filters.q ?? '') === requested.current) return;
    requested.current = filters.q ?? '';
    setQuery(requested.current);
  }, [filters.q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The top bar's link to the search.
  const { hash, key } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressed again, it leads here again.
  useEffect(() => {
    if (hash === '#search') form.current?.querySelector<HTMLInputElement>('[type="search"]')?.focus();
  }, [hash, key]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    const q = text.trim();
    if (q === requested.current) return;
    requested.current = q;
    void navigate(libraryPath({ ...filters, q }), { replace: true, preventScrollReset: true });
  };

  const type = (text: string) => {
    setQuery(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), DEBOUNCE_MS);
  };
  const field = useEarlyInput(query, type);

  return (
    <search>
      <form
        ref={form}
        id={FORM_ID}
        action="/experiences"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          search(query);
        }}
      >
        {filters.category && <input type="hidden" name="category" value={filters.category} />}
        {filters.tag && <input type="hidden" name="tag" value={filters.tag} />}
        {filters.view && <input type="hidden" name="view" value={filters.view} />}
        <SearchField
          label="Search experiences"
          name="q"
          placeholder="A place, a town, a mood"
          maxLength={MAX_QUERY_LENGTH}
          ref={field}
          value={query}
          onChange={({ target }) => type(target.value)}
        />
      </form>
    </search>
  );
}

const SORT_OPTIONS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }));

export function LibrarySort({ filters }: { filters: LibraryQuery }) {
  const navigate = useNavigate();
  const order = filters.sort ?? 'featured';
  const choose = (chosen: SortOrder) => {
    const sort = chosen === 'featured' ? undefined : chosen;
    void navigate(libraryPath({ ...filters, sort }), { preventScrollReset: true });
  };
  const field = useEarlyInput(order, choose);
  return (
    <SelectField
      label="Sort by"
      name="sort"
      form={FORM_ID}
      options={SORT_OPTIONS}
      ref={field}
      value={order}
      onChange={({ target }) => choose(target.value as SortOrder)}
    />
  );
}
