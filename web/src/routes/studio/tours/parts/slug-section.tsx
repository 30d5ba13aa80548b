import { slugOf } from '@oriel/contract/shared/slug';
import { TextField } from '../../../../ui/text-field.tsx';
import { useMember, useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { TourSection } from './tour-section.tsx';

/** The URL at which visitors find a tour. */
export const tourUrl = (slug: string): string => `${location.origin}/experiences/vr/${slug}`;

/** The last part of that URL. */
export function SlugSection() {
  const { snapshot } = useTourWork();
  const { id, value, disabled, error, missing, set } = useMember('slug', 'Address');
  const hint =
    snapshot.tour.publishedAt === null
      ? 'It is made of the title until you change it.'
      : 'You can change it. Old links still lead here.';
  return (
    <TourSection title="Address">
      <TextField
        id={id}
        label="Last part of the address"
        value={value}
        maxLength={120}
        readOnly={disabled}
        spellCheck={false}
        autoCapitalize="none"
        error={error}
        hint={missing ?? hint}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        onBlur={() => !disabled && set(slugOf(value))}
      />
      <p className={styles.url}>{tourUrl(value || '…')}</p>
    </TourSection>
  );
}
