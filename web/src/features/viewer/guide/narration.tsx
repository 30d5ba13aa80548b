import { useEffect, useRef, useState } from 'react';
import { cueAt } from '../captions/cues.ts';
import type { Step } from './steps.ts';

interface Props {
  step: Step;
  isRunning: boolean;
  isMuted: boolean;
  /** Called with what is said now; undefined between the captions. */
  onCue: (text: string | undefined) => void;
}

/** The voice of a step. It is heard while the step's time runs. */
export function Narration({ step, isRunning, isMuted, onCue }: Props) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    // Where the browser refuses, the text says the same.
    if (isRunning) element?.play().catch(() => {});
    else element?.pause();
  }, [isRunning]);
  useEffect(() => () => onCue(undefined), [onCue]);
  const cues = step.captions?.[0]?.cues ?? [];
  const [said, setSaid] = useState<string>();
  const onTime = (time: number) => {
    const cue = cueAt(cues, time)?.text;
    if (cue === said) return;
    setSaid(cue);
    onCue(cue);
  };
  return (
    <audio
      ref={audio}
      src={step.audio}
      muted={isMuted}
      onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime)}
    />
  );
}
