import type { TourOutline } from '@oriel/contract';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { closedSceneInUrl } from './tour-url.ts';

/**
 * The closed scene that the visitor asks for: at first the one in the URL.
 *
 * @param isQuiet while nothing opens by itself
 */
export function useClosedScene(
  tour: TourOutline,
  isQuiet: boolean,
): [string | undefined, Dispatch<SetStateAction<string | undefined>>] {
  const { search } = useLocation();
  const closed = useState<string>();
  const [, setClosedId] = closed;
  const hasLooked = useRef(false);
  useEffect(() => {
    if (isQuiet || hasLooked.current) return;
    hasLooked.current = true;
    const closedId = closedSceneInUrl(tour, search);
    if (closedId !== undefined) setClosedId(closedId);
  }, [isQuiet, tour, search]);
  return closed;
}
