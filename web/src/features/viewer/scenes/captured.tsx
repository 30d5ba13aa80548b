import { formatLocalDate } from '../../../format.ts';

interface Props {
  /** As the tour document has it; nothing is shown without. */
  at: string | undefined;
  className?: string | undefined;
}

/** The day of a scene's picture, and its hour where that is known. */
export function Captured({ at, className }: Props) {
  if (at === undefined) return null;
  return (
    <p className={className}>
      As it was on <time dateTime={at}>{formatLocalDate(at)}</time>
    </p>
  );
}
