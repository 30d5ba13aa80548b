import type { Viewer, ViewerEvents } from '@oriel/viewer';
import { type RefObject, useCallback, useMemo, useReducer } from 'react';

/** How long after a manual start the sound is turned on. */
const UNMUTE_AFTER_MS = 500;

export interface PlayerState {
  phase: 'loading' | 'ready' | 'autoplay-blocked' | 'failed';
  /** Whether the scene has been drawn. */
  isDrawn: boolean;
  /** Why it cannot be shown, for visitors. */
  errorMessage: string | undefined;
  playing: boolean;
  muted: boolean;
  /** Seconds. */
  currentTime: number;
  duration: number;
}

const INITIAL: PlayerState = {
  phase: 'loading',
  isDrawn: false,
  errorMessage: undefined,
  playing: false,
  muted: true,
  currentTime: 0,
  duration: 0,
};

const ERROR_MESSAGES: Record<ViewerEvents['error']['code'], string> = {
  unsupported: 'This browser cannot show 360-degree pictures. Please try a current one.',
  network: 'The tour could not be loaded. Please check your connection.',
  forbidden: 'Your access to this tour has ended. Please open it again.',
  decode: 'The picture of this tour could not be read.',
  media: 'The video of this tour could not be played.',
};

type Change = Partial<PlayerState> | 'drawn';

/** A drawn preview ends the loading, but not the wait for a manual start. */
function reduce(before: PlayerState, change: Change): PlayerState {
  if (change !== 'drawn') return { ...before, ...change };
  return { ...before, isDrawn: true, phase: before.phase === 'loading' ? 'ready' : before.phase };
}

export function usePlayer(viewer: RefObject<Viewer | null>) {
  const [state, change] = useReducer(reduce, INITIAL);
  const listeners = useMemo(
    () => ({
      ready: () => change('drawn'),
      autoplayblocked: () => change({ phase: 'autoplay-blocked', playing: false }),
      playing: () => change({ phase: 'ready', playing: true }),
      paused: () => change({ playing: false }),
      timeupdate: (time: ViewerEvents['timeupdate']) => change(time),
      volumechange: ({ muted }: ViewerEvents['volumechange']) => change({ muted }),
      error: (error: ViewerEvents['error']) => {
        console.warn(`The viewer reports ${error.code}: ${error.message}`);
        if (error.fatal) change({ phase: 'failed', errorMessage: ERROR_MESSAGES[error.code] });
      },
    }),
    [],
  );

  const start = useCallback(() => {
    void viewer.current?.play();
    window.setTimeout(() => {
      if (viewer.current) viewer.current.muted = false;
    }, UNMUTE_AFTER_MS);
  }, [viewer]);

  const togglePlay = useCallback(() => {
    const { current } = viewer;
    if (!current) return;
    if (current.paused) void current.play();
    else current.pause();
  }, [viewer]);

  const toggleMuted = useCallback(() => {
    if (viewer.current) viewer.current.muted = !viewer.current.muted;
  }, [viewer]);

  const seekPercent = useCallback(
    (percent: number) => viewer.current?.seek((Math.min(100, Math.max(0, percent)) / 100) * state.duration),
    [viewer, state.duration],
  );

  /** Another scene is in view. */
  const arrive = useCallback(
    () => change({ phase: 'ready', playing: false, currentTime: 0, duration: 0 }),
    [],
  );

  return {
    state,
    listeners,
    start,
    togglePlay,
    toggleMuted,
    seekPercent,
    arrive,
    reset: () => change(INITIAL),
  };
}
