import type { Experience } from '@oriel/contract';
import { formatCompact } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import picture from '../../ui/picture-button.module.css';
import { PressFailure } from '../../ui/press-failure.tsx';
import styles from './like-button.module.css';
import { useLike } from './queries.ts';

interface Props {
  experience: Pick<Experience, 'id' | 'likeCount' | 'isLiked'>;
  name: string;
}

/** A heart with its count. A like cannot be taken back. */
export function LikeButton({ experience, name }: Props) {
  const { liked, likeCount, pending, failure, like } = useLike(experience);
  return (
    <>
      <button
        type="button"
        className={`${picture.button} ${styles.button}`}
        aria-pressed={liked}
        aria-label={`Like ${name}, ${formatCompact(likeCount)} likes`}
        aria-busy={pending}
        disabled={liked || pending}
        data-analytics="like"
        onClick={like}
      >
        <Icon name="heart" size={18} />
        <span>{formatCompact(likeCount)}</span>
      </button>
      <PressFailure sentence={failure} />
    </>
  );
}
