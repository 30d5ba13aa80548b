import { useEffect, useRef } from 'react';
import { type Cue, cueAt } from '../captions/cues.ts';

interface Props {
  /** The URL of the voice. */
  src: string;
  cues: readonly Cue[];
  isRunning: boolean;
  isMuted: boolean;
  /** Called with what is said now; undefined between the captions. */
  onCue: (text: string | undefined) => void;
}

/** The voice of a step. It is heard while the step's time runs. */
export function Narration({ src, cues, isRunning, isMuted, onCue }: Props) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    // Where the browser refuses, the text says the same.
    if (isRunning) element?.play().catch(() => {});
    else element?.pause();
  }, [isRunning]);
  useEffect(() => () => onCue(undefined), [onCue]);
  return (
    <audio
      ref={audio}
      src={src}
      muted={isMuted}
      onTimeUpdate={({ currentTarget }) => onCue(cueAt(cues, currentTarget.currentTime)?.text)}
    />
  );
}
