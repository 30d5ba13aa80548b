import { Icon } from '../../ui/icon.tsx';
import { pauseMotion, usePausedMotion } from './paused-motion.ts';

/** Pauses all that moves by itself, and resumes it. */
export function MotionButton({ className }: { className: string | undefined }) {
  const isPaused = usePausedMotion();
  const label = isPaused ? 'Resume motion' : 'Pause motion';
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      onClick={() => pauseMotion(!isPaused)}
    >
      <Icon name={isPaused ? 'play' : 'pause'} size={18} />
    </button>
  );
}
