import type { Viewer, ViewerEvents } from '@oriel/viewer';
import { type RefObject, useCallback, useMemo, useReducer, useRef } from 'react';

/** How long after a manual start the sound is turned on. */
const UNMUTE_AFTER_MS = 500;

/** Why a scene cannot be shown. */
export interface Trouble {
  /** For visitors. */
  text: string;
  /** Whether another try cannot help. */
  isLasting?: boolean;
}

export interface PlayerState {
  phase: 'loading' | 'ready' | 'autoplay-blocked' | 'failed';
  /** Whether the scene has been drawn. */
  isDrawn: boolean;
  /** Stays until there is another try, or another scene. */
  trouble: Trouble | undefined;
  playing: boolean;
  muted: boolean;
  /** Seconds. */
  currentTime: number;
  duration: number;
}

const INITIAL: PlayerState = {
  phase: 'loading',
  isDrawn: false,
  trouble: undefined,
  playing: false,
  muted: true,
  currentTime: 0,
  duration: 0,
};

const TROUBLES: Record<ViewerEvents['error']['code'], Trouble> = {
  unsupported: {
    text: 'This browser cannot show 360-degree pictures. Please try a current one.',
    isLasting: true,
  },
  network: { text: 'The tour could not be loaded. Please check your connection.' },
  forbidden: { text: 'Your access to this tour has ended. Please open it again.' },
  decode: { text: 'The picture of this tour could not be read.' },
  media: { text: 'The video of this tour could not be played.' },
};

const NO_CODEC: Trouble = {
  text: 'This browser cannot play the film of this tour. Please try another one.',
  isLasting: true,
};

/** The format of nearly all films. */
const USUAL_FILM = 'video/mp4; codecs="avc1.42E01E"';

function troubleOf({ code }: ViewerEvents['error']): Trouble {
  const hasCodec = code !== 'media' || document.createElement('video').canPlayType(USUAL_FILM) !== '';
  return hasCodec ? TROUBLES[code] : NO_CODEC;
}

type Change = Partial<PlayerState> | 'drawn';

/** A drawn preview ends the loading, but neither the wait for a manual start nor a failure. */
function reduce(before: PlayerState, change: Change): PlayerState {
  if (change === 'drawn')
    return { ...before, isDrawn: true, phase: before.phase === 'loading' ? 'ready' : before.phase };
  const isOver = before.phase !== 'failed' || 'trouble' in change;
  return { ...before, ...change, ...(!isOver && { phase: 'failed' }) };
}

export function usePlayer(viewer: RefObject<Viewer | null>) {
  const [state, change] = useReducer(reduce, INITIAL);
  const hasFailed = useRef(false);
  const listeners = useMemo(
    () => ({
      ready: () => change('drawn'),
      autoplayblocked: () => change({ phase: 'autoplay-blocked', playing: false }),
      playing: () => {
        change({ phase: 'ready', playing: true });
        // What cannot be seen is not to be heard either.
        if (hasFailed.current) viewer.current?.pause();
      },
      paused: () => change({ playing: false }),
      timeupdate: (time: ViewerEvents['timeupdate']) => change(time),
      volumechange: ({ muted }: ViewerEvents['volumechange']) => change({ muted }),
      error: (error: ViewerEvents['error']) => {
        console.warn(`The viewer reports ${error.code}: ${error.message}`);
        if (!error.fatal) return;
        hasFailed.current = true;
        viewer.current?.pause();
        change({ phase: 'failed', trouble: troubleOf(error) });
      },
    }),
    [viewer],
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
  const arrive = useCallback(() => {
    hasFailed.current = false;
    const { current } = viewer;
    // Films begin muted; the visitor's choice is for all of them.
    if (current && !state.muted) current.muted = false;
    const playing = current?.paused === false;
    change({ phase: 'ready', trouble: undefined, playing, currentTime: 0, duration: 0 });
  }, [viewer, state.muted]);

  const reset = useCallback(() => {
    hasFailed.current = false;
    change(INITIAL);
  }, []);

  return {
    state,
    listeners,
    start,
    togglePlay,
    toggleMuted,
    seekPercent,
    arrive,
    reset,
  };
}
