import type { Experience } from '@oriel/contract';
import { useSession } from '../../session/session.tsx';
import { Icon } from '../../ui/icon.tsx';
import picture from '../../ui/picture-button.module.css';
import { PressFailure } from '../../ui/press-failure.tsx';
import styles from './save-button.module.css';
import { useSaved } from './use-saved.ts';

interface Props {
  experience: Pick<Experience, 'id'>;
  name: string;
}

/** Saves a place, or takes it off the list. */
export function SaveButton({ experience: { id }, name }: Props) {
  const { isLoading } = useSession();
  const { isSaved, isFull, toggle, failure } = useSaved(id);
  const label = isFull ? 'Your list of saved places is full' : `Save ${name}`;
  return (
    <>
      <button
        type="button"
        className={`${picture.button} ${picture.round} ${styles.button}`}
        aria-label={label}
        title={isSaved ? 'Saved' : isFull ? label : 'Save'}
        aria-pressed={isSaved}
        aria-disabled={isLoading || isFull}
        data-analytics="save"
        onClick={() => !isLoading && !isFull && toggle()}
      >
        <Icon name="bookmark" size={18} />
      </button>
      <PressFailure sentence={failure} />
    </>
  );
}
