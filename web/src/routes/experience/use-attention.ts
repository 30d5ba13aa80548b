import type { Viewer } from '@oriel/viewer';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Collector } from '../../features/attention/collect.ts';
import type { Remote } from '../../features/viewer/remote.ts';
import { useConsent } from '../../session/consent.ts';

/** Collects where a visitor who consents to analytics looks in a tour; the script for it is loaded for them alone, once the tour is open. */
export function useAttention(slug: string): Remote {
  const isAllowed = useConsent()?.analytics === true;
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const scene = useRef<string>(undefined);
  const collector = useRef<Collector>(undefined);

  useEffect(() => {
    if (!isAllowed || viewer === null) return;
    let isOver = false;
    import('../../features/attention/collect.ts').then(
      ({ collect }) => {
        if (!isOver) collector.current = collect(slug, viewer, scene.current);
      },
      // The tour goes on without.
      () => undefined,
    );
    return () => {
      isOver = true;
      collector.current?.stop();
      collector.current = undefined;
    };
  }, [isAllowed, slug, viewer]);

  return useMemo(
    () => ({
      setViewer,
      setEnter: () => undefined,
      onScene: ({ id }) => {
        scene.current = id;
        collector.current?.enter(id);
      },
      onView: () => collector.current?.turn(),
      onHotspot: ({ id }) => collector.current?.press(id),
    }),
    [],
  );
}
