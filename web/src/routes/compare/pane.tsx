import { DEGREE, type Viewer } from '@oriel/viewer';
import { Panorama } from '@oriel/viewer/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { nameOf, placeOf } from '../../features/catalogue/heading.ts';
import { LookPad } from '../../features/viewer/look-pad.tsx';
import { Captured } from '../../features/viewer/scenes/captured.tsx';
import { formatTokens } from '../../format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import styles from './pane.module.css';
import { type LoadedSide, type Side, useSide, type Wanted } from './sides.ts';

interface Props {
  side: Side;
  loaded: LoadedSide;
  wanted: Wanted;
  /** Whether the other side shows the same tour. */
  isTwice: boolean;
  origin: string;
  /** Whether the two sides show one tour at different times. */
  isDated: boolean;
  /** Whether it has its own buttons to look around. */
  turnsAlone: boolean;
  onViewer: (side: Side, viewer: Viewer | null) => void;
  onScene: (side: Side) => void;
  onReady: (side: Side) => void;
  onCaptured: (side: Side, at: string | undefined) => void;
  onChoose: (wanted: Partial<Wanted>) => void;
  onLeave: () => void;
}

/** One of two tours beside each other. */
export function Pane({
  side,
  loaded,
  wanted,
  isTwice,
  isDated,
  origin,
  turnsAlone,
  onViewer,
  onScene,
  onReady,
  onCaptured,
  onChoose,
  onLeave,
}: Props) {
  const { experience, scene, cover, sceneId, lights, lightId, capturedAt, renewScene, retry } = useSide(
    loaded,
    wanted,
    origin,
  );
  const [isDrawn, setDrawn] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<Viewer>(null);
  const title = nameOf(experience);
  const name = isTwice ? `${title}, ${side}` : title;
  const path = `/experiences/vr/${experience.slug}`;
  const rooms = experience.tour?.scenes.filter(({ isOpen }) => isOpen) ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each scene
  useEffect(() => {
    onScene(side);
    setFailed(false);
    setPlaying(false);
  }, [scene]);
  useEffect(() => onCaptured(side, capturedAt), [side, capturedAt, onCaptured]);
  const ref = useCallback(
    (viewer: Viewer | null) => {
      shown.current = viewer;
      onViewer(side, viewer);
    },
    [side, onViewer],
  );
  const ready = () => {
    setDrawn(true);
    onReady(side);
  };
  const tryAgain = () => {
    setFailed(false);
    setDrawn(false);
    if (cover === 'failed') retry();
    else {
      onScene(side);
      setAttempt(attempt + 1);
    }
  };
  return (
    <section className={styles.pane} aria-label={name}>
      {scene && (
        <Panorama
          key={attempt}
          ref={ref}
          scene={scene}
          options={{ label: `360-degree view of ${name}`, maxFov: 95 * DEGREE }}
          renewScene={renewScene}
          on={{
            ready,
            playing: () => setPlaying(true),
            paused: () => setPlaying(false),
            autoplayblocked: () => setPlaying(false),
            error: ({ fatal }) => fatal && setFailed(true),
          }}
        />
      )}
      {!(scene && isDrawn) && (
        <div className={styles.still}>
          <ExperienceImage experience={experience} alt="" sizes="50vw" eager fill />
        </div>
      )}
      {(cover === 'failed' || hasFailed) && (
        <div className={`${stack.centered} ${styles.closed}`} role="alert">
          <p>This tour could not be loaded. Please check your connection.</p>
          <Button variant="primary" onClick={tryAgain}>
            Try again
          </Button>
        </div>
      )}
      {(cover === 'closed' || cover === 'foreign') && (
        <div className={`${stack.centered} ${styles.closed}`}>
          <p>
            {cover === 'closed' && experience.tokensRequired > 0
              ? `${formatTokens(experience.tokensRequired)} unlock this tour for good.`
              : 'This tour cannot be shown beside another one.'}
          </p>
          <ButtonLink variant="primary" to={path}>
            Go to this tour
          </ButtonLink>
        </div>
      )}
      <div className={styles.caption}>
        {turnsAlone && scene && (
          <div className={styles.pad}>
            <LookPad viewer={shown} name={name} />
          </div>
        )}
        <div>
          <h2 className={prose.titleSmall}>
            <a href={path}>{title}</a>
          </h2>
          <p className={styles.place}>{placeOf(experience)}</p>
          <Captured at={isDated ? capturedAt : undefined} className={styles.place} />
        </div>
        <span className={styles.choices}>
          {scene?.kind === 'video' && (
            <IconButton
              icon={isPlaying ? 'pause' : 'play'}
              label={`${isPlaying ? 'Pause' : 'Play'} the video of ${name}`}
              onClick={() => (isPlaying ? shown.current?.pause() : void shown.current?.play())}
            />
          )}
          <Choice
            label={`Room of ${name}`}
            value={sceneId}
            options={rooms.map(({ id, title }) => ({ id, label: title }))}
            onChoose={(id) => onChoose({ scene: id })}
          />
          <Choice
            label={`Light of ${name}`}
            value={lightId}
            options={lights}
            onChoose={(id) => onChoose({ light: id })}
          />
          <button type="button" className={styles.other} onClick={onLeave}>
            Choose another<span className="visually-hidden"> in place of {name}</span>
          </button>
        </span>
      </div>
    </section>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: { id: string; label: string }[];
  onChoose: (id: string) => void;
}

/** Nothing where there is no choice. */
function Choice({ label, value, options, onChoose }: ChoiceProps) {
  if (options.length < 2) return null;
  return (
    <select
      className={styles.rooms}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
