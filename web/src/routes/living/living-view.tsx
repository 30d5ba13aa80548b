import { DEGREE, type Viewer } from '@oriel/viewer';
import { Panorama } from '@oriel/viewer/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api.ts';
import { nameOf } from '../../features/catalogue/heading.ts';
import { showOf } from '../../features/viewer/scene.ts';
import { UPRIGHT } from '../../ui/render-image.ts';
import styles from './living-view.module.css';

const DRIFT = 3 * DEGREE;
/** Pixels to the side that are a drag, not a tap or a scroll. */
const DRAG = 8;
const OPTIONS = { keyboardTarget: null, maxPixelRatio: 1.5 };

interface Props {
  /** The tour that the picture is of. */
  slug: string;
  /** In degrees: where it begins on upright screens. */
  uprightView?: { yaw: number; pitch: number } | undefined;
  /** Whether something else moves in front of it. */
  isCovered: boolean;
  /** Whether the visitor has paused what moves by itself. */
  isPaused: boolean;
  isLooking: boolean;
  /** Called when the visitor drags for the first time. */
  onLook: () => void;
  /** Called once it can be dragged. */
  onDrawn?: () => void;
}

/** Turns slowly while it is in view, until the visitor takes over. */
function useDrift(viewer: Viewer | null, isDrifting: boolean): void {
  useEffect(() => {
    if (viewer === null || !isDrifting) return;
    let before: number | undefined;
    let frame = 0;
    const step = (now: number) => {
      const seconds = Math.min(0.1, (now - (before ?? now)) / 1000);
      before = now;
      viewer.look({ yaw: viewer.view.yaw + DRIFT * seconds });
      frame = requestAnimationFrame(step);
    };
    const observer = new IntersectionObserver((entries) => {
      cancelAnimationFrame(frame);
      before = undefined;
      if (entries.at(-1)?.isIntersecting) frame = requestAnimationFrame(step);
    });
    observer.observe(viewer.parts.root);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [viewer, isDrifting]);
}

/** The place of a picture in our own viewer. Where it cannot be shown, the picture stays. */
export function LivingView({ slug, uprightView, isCovered, isPaused, isLooking, onLook, onDrawn }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { data: experience } = useQuery({
    queryKey: ['hero', slug],
    queryFn: async ({ signal }) => (await api('GET /api/vr360/:id', { params: { id: slug }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const show = useMemo(() => experience && showOf(experience, location.origin), [experience]);
  const scene = useMemo(() => {
    if (show?.kind !== 'panorama' || show.scene.kind !== 'photo') return undefined;
    if (!uprightView || !matchMedia(UPRIGHT).matches) return show.scene;
    const { yaw, pitch } = uprightView;
    return { ...show.scene, initialView: { yaw: yaw * DEGREE, pitch: pitch * DEGREE } };
  }, [show, uprightView]);
  useDrift(viewer, isDrawn && !isLooking && !isCovered && !isPaused);

  useEffect(() => {
    if (viewer === null) return;
    const { root } = viewer.parts;
    // A visitor without a pointer steps inside by the link.
    root.tabIndex = -1;
    // A finger that moves up or down scrolls the page.
    root.style.touchAction = 'pan-y';
  }, [viewer]);

  // The wheel scrolls the page: only a tour itself is zoomed.
  useEffect(() => {
    const element = frame.current;
    const keep = (event: WheelEvent) => event.stopPropagation();
    element?.addEventListener('wheel', keep, { capture: true });
    return () => element?.removeEventListener('wheel', keep, { capture: true });
  }, []);

  const showDrawn = () => {
    setDrawn(true);
    onDrawn?.();
  };
  const start = useRef<number>(undefined);
  if (hasFailed) return null;
  return (
    <>
      <div
        ref={frame}
        className={styles.view}
        data-shown={isDrawn && !isCovered}
        aria-hidden="true"
        onPointerDownCapture={({ clientX }) => {
          start.current = clientX;
        }}
        onPointerMoveCapture={({ clientX }) => {
          if (!isDrawn || isLooking || start.current === undefined) return;
          if (Math.abs(clientX - start.current) > DRAG) onLook();
        }}
        onPointerUpCapture={() => {
          start.current = undefined;
        }}
      >
        {scene && (
          <Panorama
            ref={setViewer}
            scene={scene}
            options={OPTIONS}
            on={{ ready: showDrawn, error: ({ fatal }) => fatal && setFailed(true) }}
          />
        )}
      </div>
      <span className={styles.invitation} data-shown={isDrawn && !isLooking} aria-hidden="true">
        360° · drag to look around
      </span>
      {isDrawn && experience && (
        <div className={styles.caption} data-shown={isLooking}>
          <span className={styles.name}>{nameOf(experience)}</span>
          <span className={styles.hint}>drag to look around</span>
          <Link to={`/experiences/vr/${slug}`} className={styles.enter} data-analytics="hero-step-inside">
            Step inside
          </Link>
        </div>
      )}
    </>
  );
}
