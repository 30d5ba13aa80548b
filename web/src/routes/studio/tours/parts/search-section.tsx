import { TextField } from '../../../../ui/text-field.tsx';
import { useMember, useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { UNTITLED } from '../words.ts';
import { addressOf } from './address-section.tsx';
import { TourSection } from './tour-section.tsx';

/** What search engines show of a description. */
const CUT = 155;

/** A text as search engines cut it: after a whole word. */
export function cutText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= CUT) return plain;
  return `${plain.slice(0, CUT).replace(/\s+\S*$/, '')} …`;
}

/** How a tour looks in the results of a search. */
export function SearchSection() {
  const { snapshot } = useTourWork();
  const { title, description, slug } = snapshot.draft;
  const { id, value, disabled, error, set } = useMember('seo', 'Search texts');
  const length = value.description.length;
  return (
    <TourSection title="Search engines" lead="Empty fields take the title and the description.">
      <TextField
        id={id}
        label="Title in results"
        value={value.title}
        maxLength={200}
        placeholder={title}
        readOnly={disabled}
        error={error}
        onChange={({ currentTarget }) => set({ ...value, title: currentTarget.value })}
      />
      <TextField
        label="Description in results"
        value={value.description}
        maxLength={500}
        placeholder={cutText(description)}
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
        <p className={styles.resultAddress}>{addressOf(slug || '…')}</p>
        <p className={styles.resultTitle}>{value.title || title || UNTITLED}</p>
        <p>{cutText(value.description || description)}</p>
      </figure>
    </TourSection>
  );
}
