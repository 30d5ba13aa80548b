import type { StudioMedia } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { isUnfinished } from './words.ts';

type Seen = Pick<StudioMedia, 'id' | 'fileName' | 'state'>;

const told = (files: readonly Seen[], is: string, are: string) =>
  files.length === 1
    ? `${files[0]?.fileName} ${is}.`
    : files.length > 1
      ? `${files.length} files ${are}.`
      : '';

/**
 * What has become ready or been refused since a list was last seen, in words.
 *
 * @param before the newest first, like `now`; a file that is not in it is new only where it comes before all that are
 */
export function newsOf(before: readonly Seen[], now: readonly Seen[]): string {
  const states = new Map(before.map(({ id, state }) => [id, state]));
  const firstKnown = now.findIndex(({ id }) => states.has(id));
  const news = now.filter((file, index) => {
    const state = states.get(file.id);
    const isNew = state === undefined && (index < firstKnown || firstKnown < 0);
    return !isUnfinished(file) && (isNew || (state !== undefined && isUnfinished({ state })));
  });
  const ready = news.filter(({ state }) => state === 'ready');
  const refused = news.filter(({ state }) => state === 'refused');
  return [told(ready, 'is ready', 'are ready'), told(refused, 'is not usable', 'are not usable')]
    .filter(Boolean)
    .join(' ');
}

/** Tells screen readers what becomes of the files of a list. */
export function MediaNews({ media }: { media: readonly StudioMedia[] | undefined }) {
  const seen = useRef<readonly StudioMedia[]>(undefined);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (media === undefined) return;
    const text = seen.current ? newsOf(seen.current, media) : '';
    seen.current = media;
    if (text) setNews(text);
  }, [media]);
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}
