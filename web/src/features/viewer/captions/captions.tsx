import type { Viewer } from '@oriel/viewer';
import { useEffect, useState } from 'react';
import styles from './captions.module.css';
import { changeAfter, cueAt, type Track, trackFor } from './cues.ts';

/** What is said and heard in the film in view, at its time. Not read out: who listens to a screen reader hears the film. */
export function Captions({ viewer, tracks }: { viewer: Viewer; tracks: readonly Track[] }) {
  const track = trackFor(tracks, navigator.languages);
  const [text, setText] = useState<string>();
  useEffect(() => {
    const cues = track?.cues ?? [];
    let timer: number | undefined;
    const wait = () => window.clearTimeout(timer);
    const show = (second: number) => {
      wait();
      setText(cueAt(cues, second)?.text);
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
  if (!text) return null;
  return (
    <p className={styles.captions} lang={track?.language}>
      <span>{text}</span>
    </p>
  );
}
