import type { SceneDetail, TourOutline, TourView } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PartFailure } from '../part-failure.tsx';

const loadGuide = () => import('../guide/guide.tsx');
const Guide = lazyPart(
  async () => (await loadGuide()).Guide,
  ({ onEnd }) => <PartFailure title="Guided tour" onClose={() => onEnd(false)} />,
);

interface Options {
  tour: TourOutline;
  current: SceneDetail;
  viewer: Viewer | null;
  enter: (id: string, view: TourView) => boolean;
  hasFailed: boolean;
  onStart: () => void;
  /** The last step has been shown. */
  onOver: () => void;
}

/** The guided tour of a tour that has one; it starts by its button alone. */
export function useGuide({ tour, current, viewer, enter, hasFailed, onStart, onOver }: Options) {
  const [isOn, setIsOn] = useState(false);
  const [next, setNext] = useState<string>();
  const step = useRef(0);
  const button = useRef<HTMLButtonElement>(null);
  const wasOn = useRef(false);
  const isOver = useRef(false);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    if (wasOn.current && !isOn) {
      // Before anything else is opened, which gives the focus back.
      button.current?.focus();
      if (isOver.current) over.current();
    }
    wasOn.current = isOn;
  }, [isOn]);
  const onEnd = useCallback((hasEnded: boolean) => {
    isOver.current = hasEnded;
    if (hasEnded) step.current = 0;
    setIsOn(false);
    setNext(undefined);
  }, []);
  const panel: ReactNode = isOn && viewer && (
    <Suspense>
      <Guide
        tour={tour}
        current={current}
        viewer={viewer}
        enter={enter}
        hasFailed={hasFailed}
        first={step.current}
        onStep={(index, next) => {
          step.current = index;
          setNext(next);
        }}
        onEnd={onEnd}
      />
    </Suspense>
  );
  const start = () => {
    onStart();
    setIsOn(true);
  };
  return {
    /** The room that it leads to next. */
    next,
    panel: panel || undefined,
    controls: tour.guide ? { button, isOn, start, load: loadGuide } : undefined,
  };
}
