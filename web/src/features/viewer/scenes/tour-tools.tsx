import type { SceneDetail, TourOutline } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { GuideButton } from '../guide/guide-button.tsx';

const Wayfinding = lazyPart(async () => (await import('../wayfinding/wayfinding.tsx')).Wayfinding);

const LightChoice = lazyPart(async () => (await import('../lights/light-choice.tsx')).LightChoice);

/** After the first picture, where it gets no sharper: a tile fails, or the visitor saves data. */
const LONGEST_WAIT_MS = 5000;

interface Props {
  /** Of the tour, where its rooms may be compared. */
  slug: string | undefined;
  tour: TourOutline;
  current: SceneDetail;
  viewer: Viewer | null;
  light: { lightId: string | undefined; choose: (id: string) => void };
  onChoose: (id: string) => void;
  /** Undefined where there is no guided tour. */
  guide:
    | {
        button: RefObject<HTMLButtonElement | null>;
        isOn: boolean;
        start: () => void;
        load: () => Promise<unknown>;
      }
    | undefined;
}

/** What helps to find one's way: compass, floor plan, guided tour, and the light of the room. Loaded once the place is on screen. */
export function TourTools({ slug, tour, current, viewer, light, onChoose, guide }: Props) {
  const isShown = usePicture(viewer);
  const hasWays = tour.plans.length > 0 || current.pose.heading !== undefined;
  const load = guide?.load;
  useEffect(() => {
    // If it fails now, it is loaded when it is asked for.
    if (isShown) load?.().catch(() => {});
  }, [isShown, load]);
  if (!isShown || viewer === null) return null;
  return (
    <>
      {guide && <GuideButton ref={guide.button} isHidden={guide.isOn} onStart={guide.start} />}
      {current.lights && (
        <Suspense>
          <LightChoice
            lights={current.lights}
            shownId={light.lightId}
            onChoose={light.choose}
            place={slug === undefined ? undefined : { slug, sceneId: current.id }}
          />
        </Suspense>
      )}
      {hasWays && (
        <Suspense>
          <Wayfinding tour={tour} current={current} viewer={viewer} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  );
}

/** Whether the first scene has been drawn as sharp as it gets, or plays, or has been there for a while. */
function usePicture(viewer: Viewer | null): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (viewer === null || isShown) return;
    const show = () => setIsShown(true);
    let timer: number | undefined;
    const offs = (['sharp', 'playing', 'autoplayblocked'] as const).map((type) => viewer.on(type, show));
    offs.push(
      viewer.on('ready', () => {
        timer ??= window.setTimeout(show, LONGEST_WAIT_MS);
      }),
    );
    return () => {
      window.clearTimeout(timer);
      for (const off of offs) off();
    };
  }, [viewer, isShown]);
  return isShown;
}
