import type { SceneDetail, TourOutline, TourView } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useCaptionChoice } from '../captions/caption-choice.ts';
import { trackFor } from '../captions/cues.ts';
import { inRadians } from '../scenes/angles.ts';
import { turnBetween, turnTo } from '../scenes/turn-to.ts';
import styles from './guide.module.css';
import { Narration } from './narration.tsx';
import { GuidePlayer } from './player.ts';
import { StepList } from './step-list.tsx';
import { roomAfter, type Step } from './steps.ts';
import { useInterruption } from './use-interruption.ts';

/** Radians a millisecond: slow enough to see what passes. */
const TURN_SPEED = 0.0007;
const SHORTEST_TURN_MS = 900;
/** Radians. */
const SAME_VIEW = 0.02;
/** Of a step's time, at most. */
const TURN_SHARE = 0.4;

interface Props {
  tour: TourOutline;
  current: SceneDetail;
  viewer: Viewer;
  /** Goes to a room and view. @returns false if the visitor is there, or on the way */
  enter: (id: string, view: TourView) => boolean;
  hasFailed: boolean;
  /** The step to begin with. */
  first: number;
  onStep: (index: number, next: string | undefined) => void;
  /** @param isOver whether the last step has been shown */
  onEnd: (isOver: boolean) => void;
}

/** A guided tour: leads from step to step until the visitor takes over. It begins when it is shown. */
export function Guide({ tour, current, viewer, enter, hasFailed, first, onStep, onEnd }: Props) {
  // Those that it began with, whatever is unlocked meanwhile.
  const [steps] = useState(tour.guide?.steps ?? []);
  const latest = useRef({ current, enter, onStep });
  useEffect(() => {
    latest.current = { current, enter, onStep };
  });
  const turn = useRef<AbortController>(undefined);
  /** Rooms that the guide leads to; a quick visitor skips some of them on the way. */
  const onTheWay = useRef(new Set<string>());

  const face = useCallback(
    ({ view, seconds }: Step) => {
      const to = inRadians(view);
      const longest = seconds * 1000 * TURN_SHARE;
      const ms = Math.abs(turnBetween(viewer.view, to)) / TURN_SPEED;
      turn.current = new AbortController();
      turnTo(viewer, to, {
        ms: Math.min(Math.max(SHORTEST_TURN_MS, ms), longest),
        signal: turn.current.signal,
      });
    },
    [viewer],
  );
  const show = (index: number) => {
    const step = steps[index];
    if (step === undefined) return false;
    const { current, enter, onStep } = latest.current;
    onStep(index, roomAfter(steps, index));
    turn.current?.abort();
    const isLeaving = enter(step.scene, step.view);
    if (isLeaving) onTheWay.current.add(step.scene);
    const isPresent = !isLeaving && current.id === step.scene;
    if (isPresent) face(step);
    return isPresent;
  };
  const [player] = useState(() => new GuidePlayer(steps, show, Math.min(first, steps.length - 1)));
  const state = useSyncExternalStore(player.subscribe, () => player.state);
  const step = steps[state.index];
  const [isMuted, setMuted] = useState(false);
  const [cue, setCue] = useState<string>();
  const panel = useRef<HTMLElement>(null);
  const captionId = useId();
  const captionChoice = useCaptionChoice();
  const playButton = useRef<HTMLButtonElement>(null);

  const pause = useCallback(() => {
    turn.current?.abort();
    player.pause();
  }, [player]);
  const end = useCallback(() => onEnd(false), [onEnd]);
  useInterruption(panel, { isPlaying: state.isPlaying, pause, end });

  useEffect(() => {
    playButton.current?.focus();
    player.play();
    return pause;
  }, [player, pause]);
  const before = useRef(current.id);
  useEffect(() => {
    if (step === undefined) return;
    const isPresent = current.id === step.scene;
    if (before.current !== current.id) {
      if (isPresent) onTheWay.current.clear();
      else if (!onTheWay.current.has(current.id)) pause();
      // The visitor arrives with the view of the step that led here, which may be over.
      if (isPresent && Math.abs(turnBetween(viewer.view, inRadians(step.view))) > SAME_VIEW) face(step);
    }
    before.current = current.id;
    player.setPresent(isPresent);
  }, [current.id, step, viewer, player, pause, face]);
  useEffect(() => {
    if (hasFailed) pause();
  }, [hasFailed, pause]);
  useEffect(() => {
    if (state.hasEnded && tour.scenes.some(({ isOpen }) => !isOpen)) onEnd(true);
  }, [state.hasEnded, tour, onEnd]);

  if (step === undefined) return null;
  const track = trackFor(step.captions ?? [], navigator.languages);
  const titleOf = (id: string) => tour.scenes.find((scene) => scene.id === id)?.title ?? '';
  return (
    <section ref={panel} className={styles.guide} aria-label="Guided tour">
      <div className={styles.panel} data-captions={captionChoice}>
        <p
          id={captionId}
          className={styles.caption}
          lang={cue && track?.language}
          aria-live={step.audio ? 'off' : 'polite'}
        >
          {cue ?? step.text}
        </p>
        <p className="visually-hidden" aria-live="polite">
          {step.audio && isMuted && step.text}
        </p>
        <div className={styles.course}>
          <StepList
            titles={steps.map(({ scene }) => titleOf(scene))}
            seconds={step.seconds}
            state={state}
            onChoose={player.go}
          />
          <div className={styles.controls}>
            <IconButton
              icon="previous"
              label="Previous step"
              aria-disabled={state.index === 0}
              onClick={() => player.go(state.index - 1)}
            />
            <IconButton
              ref={playButton}
              aria-describedby={captionId}
              icon={state.isPlaying ? 'pause' : 'play'}
              label={state.isPlaying ? 'Pause the guided tour' : state.hasEnded ? 'Start again' : 'Resume'}
              onClick={state.isPlaying ? pause : player.play}
            />
            <IconButton
              icon="next"
              label="Next step"
              aria-disabled={state.index === steps.length - 1}
              onClick={() => player.go(state.index + 1)}
            />
            {steps.some(({ audio }) => audio) && (
              <IconButton
                icon={isMuted ? 'muted' : 'volume'}
                label={isMuted ? 'Voice on' : 'Mute the voice'}
                onClick={() => setMuted(!isMuted)}
              />
            )}
            <span className={styles.rule} />
            <IconButton icon="close" label="End the guided tour" onClick={end} />
          </div>
        </div>
      </div>
      {step.audio && (
        <Narration
          key={state.run}
          src={step.audio}
          cues={track?.cues ?? []}
          isRunning={state.isRunning}
          isMuted={isMuted}
          onCue={setCue}
        />
      )}
    </section>
  );
}
