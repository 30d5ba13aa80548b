import { horizontalFov } from '@oriel/contract/shared/tour/seen-range';
import type { Viewer } from '@oriel/viewer';
import { useEffect, useState } from 'react';
import { DEGREE } from '../scenes/angles.ts';
import { useCaptionChoice } from './caption-choice.ts';
import styles from './captions.module.css';
import { type Cue, changeAfter, cueAt, type Side, sideOf, type Track, trackFor } from './cues.ts';

/** What is said and heard in the film in view, at its time. Not read out: who listens to a screen reader hears the film. */
export function Captions({ viewer, tracks }: { viewer: Viewer; tracks: readonly Track[] }) {
  const track = trackFor(tracks, navigator.languages);
  const choice = useCaptionChoice();
  const [cue, setCue] = useState<Cue>();
  const side = useSide(viewer, cue);
  useEffect(() => {
    const cues = track?.cues ?? [];
    let timer: number | undefined;
    const wait = () => window.clearTimeout(timer);
    const show = (second: number) => {
      wait();
      setCue(cueAt(cues, second));
      const change = changeAfter(cues, second);
      // Browsers say a film's time only four times a second.
      if (change !== undefined && !viewer.paused)
        timer = window.setTimeout(() => show(change), (change - second) * 1000);
    };
    const offs = [viewer.on('timeupdate', ({ currentTime }) => show(currentTime)), viewer.on('paused', wait)];
    return () => {
      wait();
      for (const off of offs) off();
    };
  }, [viewer, track]);
  if (!cue?.text) return null;
  return (
    <p className={styles.captions} data-captions={choice} lang={track?.language}>
      <span>
        {side === 'left' && '← '}
        {cue.text}
        {side === 'right' && ' →'}
      </span>
    </p>
  );
}

/** To which side the visitor turns to see what a caption is of, however they look around. */
function useSide(viewer: Viewer, cue: Cue | undefined): Side | undefined {
  const [side, setSide] = useState<Side>();
  const at = cue?.at;
  useEffect(() => {
    const look = () => {
      const { view } = viewer;
      const width = horizontalFov(view.fov / DEGREE, window.innerWidth / window.innerHeight);
      setSide(at && sideOf(at, { yaw: view.yaw / DEGREE, width }));
    };
    look();
    return viewer.on('viewchange', look);
  }, [viewer, at]);
  return side;
}
