import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './living-picture.module.css';
import { MotionButton } from './motion-button.tsx';
import { usePausedMotion } from './paused-motion.ts';
import { useLiving } from './use-living.ts';

// Long after everything else, and only where the picture is in view.
const LivingView = lazyPart(async () => (await import('./living-view.tsx')).LivingView);

interface Props {
  /** The tour that the picture is of. */
  slug: string;
  children: ReactNode;
}

/** A picture that becomes a place: after a while it turns slowly, and can be dragged. It stays still for those who ask for that. */
export function LivingPicture({ slug, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const isAlive = useLiving(frame);
  const isPaused = usePausedMotion();
  const [isDrawn, setDrawn] = useState(false);
  const [isLooking, setLooking] = useState(false);
  return (
    <div ref={frame} className={styles.frame}>
      {children}
      <Suspense>
        {isAlive && (
          <LivingView
            slug={slug}
            isCovered={false}
            isPaused={isPaused}
            isLooking={isLooking}
            onLook={() => setLooking(true)}
            onDrawn={() => setDrawn(true)}
          />
        )}
      </Suspense>
      {isAlive && isDrawn && !isLooking && <MotionButton className={styles.motion} />}
    </div>
  );
}
