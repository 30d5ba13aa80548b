import { metaDescription } from '../../../../seo/meta.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { useMember, useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { UNTITLED } from '../words.ts';
import { tourUrl } from './slug-section.tsx';
import { TourSection } from './tour-section.tsx';

/** What search engines show of a description, in characters. */
const CUT = 155;

/** How a tour looks in the results of a search, and the texts for that. */
export function SearchSection() {
  const { title, propertyName, description, slug } = useTourWork().snapshot.draft;
  const { id, value, disabled, error, set } = useMember('seo', 'Search texts');
  const name = propertyName.trim() || title;
  const { length } = value.description;
  return (
    <TourSection title="Search engines" lead="Empty fields take the name and the description.">
      <TextField
        id={id}
        label="Title in results"
        value={value.title}
        maxLength={200}
        placeholder={name}
        readOnly={disabled}
        error={error}
        onChange={({ currentTarget }) => set({ ...value, title: currentTarget.value })}
      />
      <TextField
        label="Description in results"
        value={value.description}
        maxLength={500}
        placeholder={metaDescription(description)}
        readOnly={disabled}
        hint={
          length > CUT
            ? `${length} characters: what follows the first ${CUT} is cut.`
            : `${length} of ${CUT} characters`
        }
        onChange={({ currentTarget }) => set({ ...value, description: currentTarget.value })}
      />
      <figure className={styles.result}>
        <figcaption>In the results of a search</figcaption>
        <p className={styles.resultUrl}>{tourUrl(slug || '…')}</p>
        <p className={styles.resultTitle}>{value.title || name || UNTITLED}</p>
        <p>{metaDescription(value.description || description)}</p>
      </figure>
    </TourSection>
  );
}
