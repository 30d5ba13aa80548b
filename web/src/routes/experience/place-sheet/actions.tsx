import type { Experience } from '@oriel/contract';
import { nameOf } from '../../../features/catalogue/heading.ts';
import { useSaved } from '../../../features/saved/use-saved.ts';
import { Button, ButtonLink, NewTabLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './place-sheet.module.css';

interface Props {
  experience: Experience;
  /** The owner's. */
  website: string | undefined;
  onShare: (() => void) | undefined;
}

/** What a visitor who likes the place does next. */
export function Actions({ experience, website, onShare }: Props) {
  const { isSaved, isFull, toggle, failure } = useSaved(experience.id);
  const name = nameOf(experience);
  return (
    <div className={styles.actions}>
      <Button
        aria-pressed={isSaved}
        aria-disabled={isFull}
        title={isFull ? 'Your list of saved places is full' : undefined}
        data-analytics="save"
        onClick={() => !isFull && toggle()}
      >
        <span className={styles.bookmark}>
          <Icon name="bookmark" size={18} />
        </span>
        {isSaved ? 'Saved' : 'Save'}
      </Button>
      {onShare && (
        <Button aria-haspopup="dialog" onClick={onShare}>
          <Icon name="share" size={18} /> Share
        </Button>
      )}
      {website ? (
        <NewTabLink
          variant="primary"
          href={website}
          rel="noopener noreferrer nofollow"
          data-analytics="enquire"
        >
          Enquire <Icon name="external" size={18} />
        </NewTabLink>
      ) : (
        <ButtonLink
          variant="primary"
          to={`/contact?${new URLSearchParams({ place: name })}`}
          data-analytics="enquire"
        >
          Enquire
        </ButtonLink>
      )}
      {failure && (
        <p className={styles.notSaved} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
