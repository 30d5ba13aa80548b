import type { SceneDetail } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';

/** The name of the scene that the visitor has come to; nothing for the first one. */
export function useArrival({ id, title }: SceneDetail): string | undefined {
  const [announcement, setAnnouncement] = useState<string>();
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    setAnnouncement(title);
  }, [id, title]);
  return announcement;
}
