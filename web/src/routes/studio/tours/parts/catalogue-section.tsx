import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../api.ts';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { useMember, useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { TourSection } from './tour-section.tsx';

/** The lists of the catalogue, which hardly change while one writes. */
export function useCatalogueLists(category: number | null) {
  const categories = useQuery({
    queryKey: ['studio-lists', 'categories'],
    queryFn: async () => (await api('GET /api/categories', {})).data,
  });
  const subcategories = useQuery({
    queryKey: ['studio-lists', 'subcategories', category],
    enabled: category !== null,
    queryFn: async () =>
      (await api('GET /api/categories/:id/subcategories', { params: { id: category ?? 0 } })).data,
  });
  const tags = useQuery({
    queryKey: ['studio-lists', 'tags'],
    queryFn: async () => (await api('GET /api/tags', {})).data.tags,
  });
  return { categories: categories.data, subcategories: subcategories.data, tags: tags.data };
}

/** The id that an option stands for; null for the one that chooses none. */
const idIn = (value: string): number | null => (value === '' ? null : Number(value));

/** Where visitors find a tour. */
export function CatalogueSection() {
  const { store } = useTourWork();
  const category = useMember('category', 'Category');
  const subcategory = useMember('subcategory', 'Subcategory');
  const lists = useCatalogueLists(category.value);
  const parts = lists.subcategories ?? [];
  return (
    <TourSection title="Catalogue" lead="Where visitors find it.">
      <div className={styles.pair}>
        <ChoiceField
          id={category.id}
          label="Category"
          value={String(category.value ?? '')}
          disabled={category.disabled || lists.categories === undefined}
          error={category.error}
          hint={category.missing}
          options={[
            { value: '', label: 'Please choose' },
            ...(lists.categories ?? []).map(({ categoryid, categoryname }) => ({
              value: String(categoryid),
              label: categoryname,
            })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = idIn(currentTarget.value);
            store.change((draft) => ({ ...draft, category: chosen, subcategory: null }), {
              label: 'Choose the category',
            });
          }}
        />
        <ChoiceField
          id={subcategory.id}
          label="Subcategory"
          value={String(subcategory.value ?? '')}
          disabled={subcategory.disabled || parts.length === 0}
          error={subcategory.error}
          hint={subcategory.missing}
          options={[
            { value: '', label: parts.length > 0 ? 'None' : 'There are none' },
            ...parts.map(({ subcategoryid, name }) => ({ value: String(subcategoryid), label: name })),
          ]}
          onChange={({ currentTarget }) => subcategory.set(idIn(currentTarget.value))}
        />
      </div>
      <Tags />
    </TourSection>
  );
}

function Tags() {
  const { id, value, disabled, error, missing, set } = useMember('tags', 'Tags');
  const category = useMember('category', 'Category').value;
  const { tags } = useCatalogueLists(category);
  const offered =
    tags?.filter((tag) => tag.categoryId === null || tag.categoryId === category || value.includes(tag.id)) ??
    [];
  if (offered.length === 0) return null;
  return (
    <fieldset id={id} tabIndex={-1} className={styles.group} disabled={disabled}>
      <legend>Tags</legend>
      <div className={styles.pills}>
        {offered.map((tag) => (
          <label key={tag.id} className={styles.pill}>
            <input
              type="checkbox"
              checked={value.includes(tag.id)}
              onChange={({ currentTarget }) =>
                set(currentTarget.checked ? [...value, tag.id] : value.filter((other) => other !== tag.id))
              }
            />
            {tag.name}
          </label>
        ))}
      </div>
      {(error ?? missing) && <p className={error ? styles.fault : styles.fine}>{error ?? missing}</p>}
    </fieldset>
  );
}
