import type { SortOrder } from '@oriel/contract';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { CategoryEntry } from '../../features/catalogue/categories.ts';
import {
  FIELDS,
  type LibraryQuery,
  libraryPath,
  MAX_QUERY_LENGTH,
  SORT_LABELS,
} from '../../features/catalogue/library-url.ts';
import { useHydrated } from '../../ui/hydration.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useEarlyInput } from '../../ui/use-early-input.ts';
import { rememberSearch } from './recent-searches.ts';
import styles from './search.module.css';

const SearchSuggestions = lazyPart(async () => (await import('./suggestions.tsx')).SearchSuggestions);

/** How long after the last keystroke the list is updated. */
const DEBOUNCE_MS = 300;
const FORM_ID = 'library-search';

interface SearchProps {
  filters: LibraryQuery;
  categories: readonly CategoryEntry[];
}

/** A form, so that it works without scripts; with them the list follows the typing, and suggestions lie over it. */
export function LibrarySearch({ filters, categories }: SearchProps) {
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
  const navigationType = useNavigationType();
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressed again, it leads here again.
  useEffect(() => {
    // Back and forward leave the focus where it is.
    if (hash === '#search' && (navigationType !== 'POP' || key === 'default'))
      form.current?.querySelector<HTMLInputElement>('[type="search"]')?.focus();
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
    setIsOpen(true);
    setActiveId(undefined);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), DEBOUNCE_MS);
  };
  const field = useEarlyInput(query, type);
  const isHydrated = useHydrated();
  const [isOpen, setIsOpen] = useState(false);
  const [hasOptions, setHasOptions] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const listId = useId();
  const close = () => {
    setIsOpen(false);
    setActiveId(undefined);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };

  return (
    <search className={styles.search} onBlur={onBlur}>
      <form
        ref={form}
        id={FORM_ID}
        action="/experiences"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          search(query);
          rememberSearch(query);
          close();
        }}
      >
        {FIELDS.map(
          (name) =>
            name !== 'q' &&
            name !== 'sort' &&
            filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
        )}
        <SearchField
          label="Search experiences"
          name="q"
          placeholder="A place, a town, a mood"
          maxLength={MAX_QUERY_LENGTH}
          ref={field}
          value={query}
          onChange={({ target }) => type(target.value)}
          {...(isHydrated && {
            role: 'combobox',
            'aria-expanded': isOpen && hasOptions,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': activeId,
            onFocus: () => setIsOpen(true),
            onClick: () => setIsOpen(true),
            onKeyDown: ({ key }: KeyboardEvent) => key === 'ArrowDown' && setIsOpen(true),
          })}
        />
      </form>
      <Suspense>
        {isOpen && (
          <SearchSuggestions
            listId={listId}
            form={form}
            text={query}
            categories={categories}
            activeId={activeId}
            onActive={setActiveId}
            onShown={setHasOptions}
            onLeave={() => {
              clearTimeout(timer.current);
              setQuery(requested.current);
            }}
            onSearch={(text) => {
              setQuery(text);
              search(text);
            }}
            onClose={close}
          />
        )}
      </Suspense>
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
