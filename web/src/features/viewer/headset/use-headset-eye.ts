import type { SceneDetail } from '@oriel/contract';
import type { EyeMoment } from '@oriel/viewer/headset';
import type { HeadsetCaptions } from '@oriel/viewer/headset-captions';
import type { Soundscape } from '@oriel/viewer/sound';
import { useCallback, useEffect, useRef } from 'react';
import { type Cue, trackFor } from '../captions/cues.ts';

/** What goes with a scene in a headset. */
export interface HeadsetCompanions {
  /** Of the film in view; none where the visitor hides them. */
  captions: SceneDetail['captions'];
  /** What the visitor hears, if that is on. */
  soundscape: Soundscape | undefined;
}

/**
 * What a headset is given for each eye: captions are drawn, whose script is loaded with the first of them, and sounds come from
 * where they are for the head.
 */
export function useHeadsetEye(companions: HeadsetCompanions | undefined): (...moment: EyeMoment) => void {
  const latest = useRef<{ cues: readonly Cue[]; soundscape: Soundscape | undefined }>(undefined);
  const panel = useRef<HeadsetCaptions>(undefined);
  const isLoading = useRef(false);
  useEffect(() => {
    const track = trackFor(companions?.captions ?? [], navigator.languages);
    latest.current = { cues: track?.cues ?? [], soundscape: companions?.soundscape };
  });
  return useCallback((...moment: EyeMoment) => {
    const { cues = [], soundscape } = latest.current ?? {};
    const [, head] = moment;
    soundscape?.turnTo(head);
    if (panel.current) {
      panel.current.cues = cues;
      panel.current.draw(...moment);
    } else if (cues.length > 0 && !isLoading.current) {
      isLoading.current = true;
      // Where it cannot be had, the film is shown without them.
      import('@oriel/viewer/headset-captions').then(
        ({ HeadsetCaptions }) => {
          panel.current = new HeadsetCaptions(getComputedStyle(document.body).fontFamily);
        },
        () => {},
      );
    }
  }, []);
}
