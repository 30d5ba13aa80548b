import type { MediaType, PriceFilter } from '@oriel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api.ts';
import {
  type LibraryQuery,
  libraryPath,
  MEDIA_LABELS,
  PRICE_LABELS,
  SORT_LABELS,
} from '../../features/catalogue/library-url.ts';
import { formatNumber } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import fields from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import type { FilterChoices } from './filter-choices.ts';
import styles from './filters.module.css';

type Choice = readonly [value: string, label: string];

interface Props extends FilterChoices {
  onClose: () => void;
}

const withAny = <Key extends string>(labels: Record<Key, string>, any: string): [string, string][] => [
  ['', any],
  ...Object.entries<string>(labels),
];

/** Choices, with what is chosen where they do not name it, as a subcategory. */
function withOwn(own: string | undefined, any: Choice, choices: readonly Choice[]): Choice[] {
  const isNamed = choices.some(([value]) => isSame(value, own));
  return [any, ...(own && !isNamed ? [[own, own] as const] : []), ...choices];
}

const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

/** All filters of the library in one place, with the number of places that they leave. */
export function FilterSheet({ query, filter, categories, tags, onClose }: Props) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<LibraryQuery>(query);
  const { data: countries } = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await api('GET /api/countries', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const total = useTotal(draft, draft.category === query.category ? filter : undefined);

  const field = (name: keyof LibraryQuery, whereNone = '') => ({
    value: draft[name] ?? whereNone,
    onChoose: (value: string) =>
      setDraft(({ [name]: _, ...rest }) => (value === whereNone ? rest : { ...rest, [name]: value })),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void navigate(libraryPath(draft), { preventScrollReset: true });
  };

  return (
    <Dialog open title="Filters" size="narrow" onClose={onClose}>
      <form className={styles.sheet} onSubmit={onSubmit}>
        <Choices
          name="price"
          legend="Price"
          options={withAny<PriceFilter>(PRICE_LABELS, 'Any')}
          {...field('price')}
        />
        <Choices
          name="mediaType"
          legend="Kind"
          options={withAny<MediaType>(MEDIA_LABELS, 'All')}
          {...field('mediaType')}
        />
        <div className={styles.pairs}>
          <Select
            label="Country"
            options={withOwn(
              draft.country,
              ['', 'All countries'],
              (countries ?? []).map(({ name, itemCount }) => [name, `${name} (${itemCount})`]),
            )}
            {...field('country')}
          />
          <Select
            label="Category"
            options={withOwn(
              draft.category,
              ['', 'All categories'],
              categories.map((name) => [name, name]),
            )}
            {...field('category')}
          />
          <Select label="Order" options={Object.entries(SORT_LABELS)} {...field('sort', 'featured')} />
        </div>
        <Choices
          name="tag"
          legend="Mood and place"
          options={withOwn(
            draft.tag,
            ['', 'Any'],
            tags.map((name) => [name, name]),
          )}
          {...field('tag')}
        />
        <div className={styles.foot}>
          <Button
            onClick={() =>
              setDraft({ ...(query.q && { q: query.q }), ...(query.view && { view: query.view }) })
            }
          >
            Clear all
          </Button>
          <Button type="submit" variant="primary">
            {showText(total)}
          </Button>
          <span className="visually-hidden" role="status">
            {showText(total)}
          </span>
        </div>
      </form>
    </Dialog>
  );
}

function showText(total: number | undefined): string {
  if (total === undefined) return 'Show places';
  return `Show ${formatNumber(total)} ${total === 1 ? 'place' : 'places'}`;
}

/** How many places the filters leave; undefined while it is not known, and for very many. */
function useTotal(draft: LibraryQuery, filter: FilterChoices['filter'] | undefined): number | undefined {
  const { category, sort: _, view: _view, ...rest } = draft;
  const { categoryId, subcategoryId } = filter ?? {};
  const list = filter ? { categoryId, subcategoryId } : { category };
  const { data } = useQuery({
    queryKey: ['filtered-total', list, rest],
    queryFn: async ({ signal }) => {
      const { total } = await api('GET /api/vr360', { query: { ...list, ...rest, limit: 1 }, signal });
      return total ?? null;
    },
    placeholderData: keepPreviousData,
  });
  return data ?? undefined;
}

interface ChoicesProps {
  name: string;
  legend: string;
  options: readonly Choice[];
  value: string;
  onChoose: (value: string) => void;
}

function Choices({ name, legend, options, value, onChoose }: ChoicesProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.choices}>
        {options.map(([option, label]) => (
          <label key={option} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={isSame(option, value)}
              onChange={() => onChoose(option)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Select({
  label,
  options,
  value,
  onChoose,
}: Omit<ChoicesProps, 'name' | 'legend'> & { label: string }) {
  return (
    <label>
      <span className={styles.label}>{label}</span>
      <span className={fields.arrowed}>
        <select
          className={`${fields.control} ${fields.select}`}
          value={options.find(([option]) => isSame(option, value))?.[0] ?? ''}
          onChange={({ target }) => onChoose(target.value)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={16} />
      </span>
    </label>
  );
}
