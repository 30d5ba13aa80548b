import { slugOf } from '@oriel/contract/shared/slug';
import { TextField } from '../../../../ui/text-field.tsx';
import { useMember, useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';
import { TourSection } from './tour-section.tsx';

/** The address of a tour for visitors. */
export const addressOf = (slug: string): string => `${location.origin}/experiences/vr/${slug}`;

/** The address under which visitors find a tour. */
export function AddressSection() {
  const { snapshot } = useTourWork();
  const { id, value, disabled, error, missing, set } = useMember('slug', 'Address');
  const isFixed = snapshot.tour.publishedAt !== null;
  const hint = isFixed
    ? 'Links to it exist, so it stays.'
    : (missing ?? 'It is made of the title, and fixed once published.');
  return (
    <TourSection title="Address">
      <TextField
        id={id}
        label="Last part of the address"
        value={value}
        maxLength={120}
        readOnly={disabled || isFixed}
        spellCheck={false}
        autoCapitalize="none"
        error={error}
        hint={hint}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        onBlur={() => !disabled && !isFixed && set(slugOf(value))}
      />
      <p className={styles.address}>{addressOf(value || '…')}</p>
    </TourSection>
  );
}
