import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../api.ts';
import { ExperienceImage } from '../../../features/catalogue/experience-image.tsx';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import type { Entry, ListKind } from './entries.ts';
import { NarrowingField } from './narrowing-field.tsx';

const COUNT = 24;

interface Props {
  kind: ListKind;
  entry: Entry;
  /** The slug of the tour whose picture it has. */
  chosen: string | null;
}

/** The pictures of its tours; a search offers those of the whole catalogue. */
export function CoverChoice({ kind, entry: { id, cover }, chosen }: Props) {
  const labelId = useId();
  const [q, setQ] = useState('');
  const own = kind === 'category' ? { categoryId: id } : { subcategoryId: id };
  const { data, isError } = useQuery({
    queryKey: ['covers', kind, id, q.trim()],
    queryFn: async ({ signal }) => {
      const query = q.trim() === '' ? { ...own, sort: 'rating' as const } : { q: q.trim() };
      return (await api('GET /api/vr360', { query: { ...query, limit: COUNT }, signal })).data;
    },
    placeholderData: keepPreviousData,
  });
  const tours = (data ?? []).map(({ slug, title, thumbnail, thumbnails }) => ({
    slug,
    title,
    thumbnail,
    ...(thumbnails && { thumbnails }),
  }));
  const first =
    chosen && cover && !tours.some(({ slug }) => slug === chosen) ? [{ slug: chosen, ...cover }] : [];
  return (
    <fieldset className={`desk-fieldset ${stack.gap3}`} aria-labelledby={labelId}>
      <span id={labelId} className={prose.label}>
        Cover
      </span>
      <NarrowingField
        label="Search all tours for a cover"
        placeholder="Search all tours…"
        value={q}
        onChange={setQ}
      />
      <div className="desk-covers">
        <label className="desk-cover">
          <input type="radio" name="coverTour" value="" defaultChecked={!chosen} />
          <span className="desk-cover-none">The best rated tour’s</span>
        </label>
        {[...first, ...tours].map(({ slug, title, ...picture }) => (
          <label key={slug} className="desk-cover" title={title}>
            <input
              type="radio"
              name="coverTour"
              value={slug}
              defaultChecked={slug === chosen}
              aria-label={title}
            />
            <ExperienceImage experience={picture} alt="" sizes="10rem" fill />
          </label>
        ))}
      </div>
      {isError && <p className={prose.error}>The pictures could not be loaded.</p>}
      {data?.length === 0 && q.trim() !== '' && <p className="studio-soft">No tour was found.</p>}
    </fieldset>
  );
}
