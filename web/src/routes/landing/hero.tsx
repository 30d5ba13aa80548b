import type { HomePage } from '@oriel/contract';
import { Suspense, useId, useRef, useState } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/hydration.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { RenderImage } from '../../ui/render-image.ts';
import stack from '../../ui/stack.module.css';
import { useReducedMotion } from '../../ui/use-media-query.ts';
import { MotionButton } from '../living/motion-button.tsx';
import { pauseMotion, usePausedMotion } from '../living/paused-motion.ts';
import { useLiving } from '../living/use-living.ts';
import { useSavesData } from '../living/use-saves-data.ts';
import { BackgroundVideo } from './background-video.tsx';
import styles from './hero.module.css';
import { Taglines } from './taglines.tsx';

// Long after everything else, and only where the hero is in view.
const LivingView = lazyPart(async () => (await import('../living/living-view.tsx')).LivingView);

/** As wide as the screen, or wider on tall ones; on phones a little more than their width is sharp enough. */
const SIZES = '(min-width: 48rem) max(100vw, min(84rem, 150vh - 10rem)), 130vw';

interface Props {
  hero: HomePage['hero'];
  renderImage: RenderImage;
}

export function Hero({ hero, renderImage }: Props) {
  const { heading, kicker, taglines, start, video, picture, portrait } = hero;
  const reducesMotion = useReducedMotion();
  const isPaused = usePausedMotion();
  const background = useBackgroundVideo(video.src);
  const image = renderImage(picture, { sizes: SIZES, eager: true, fill: true, portrait: portrait?.src });
  const element = useRef<HTMLDivElement>(null);
  const isAlive = useLiving(element);
  const [isLooking, setLooking] = useState(false);
  const isMoved = isLooking && !background.isOn;
  const look = () => {
    setLooking(true);
    if (background.isOn) background.choose(false);
  };
  return (
    <div ref={element} className={styles.hero} data-looking={isMoved}>
      <div className={styles.backdrop}>
        {image}
        {background.wasWanted && video.src && (
          <BackgroundVideo
            src={video.src}
            isOn={background.isOn}
            isPaused={isPaused}
            onFailure={background.giveUp}
          />
        )}
        <Suspense>
          {isAlive && image && (
            <LivingView
              slug={picture.tour}
              uprightView={portrait}
              isCovered={background.isOn}
              isPaused={isPaused}
              isLooking={isMoved}
              onLook={look}
            />
          )}
        </Suspense>
      </div>
      <div className={styles.inner}>
        <div className={`${stack.gap4} ${stack.start}`}>
          {kicker && <p className={styles.kicker}>{kicker}</p>}
          <h1 className={styles.heading}>{heading}</h1>
          <div className={styles.tagline}>
            <Taglines lines={taglines} isRunning={!reducesMotion && !isPaused} />
          </div>
          <ButtonLink variant="primary" prefetch="intent" to={start.to} data-analytics="get-started">
            {start.label}
          </ButtonLink>
        </div>
        <div className={styles.controls}>
          {(!reducesMotion || background.isOn) && <MotionButton className={styles.control} />}
          {background.isOffered && (
            <VideoSwitch
              label={video.label}
              hint={video.hint}
              isOn={background.isOn}
              onChange={(isOn) => {
                background.choose(isOn);
                // Who asks for the video wants it to move.
                if (isOn) pauseMotion(false);
              }}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Whether the video plays: as the visitor chose, else unless they reduce motion or save data. */
function useBackgroundVideo(src: string | undefined) {
  const isHydrated = useHydrated();
  const reducesMotion = useReducedMotion();
  const savesData = useSavesData();
  const [choice, setChoice] = useState<boolean>();
  const [hasFailed, setFailed] = useState(false);
  const isOffered = src !== undefined && isHydrated && !hasFailed;
  const isOn = isOffered && (choice ?? (!reducesMotion && !savesData));
  const wasWanted = isOffered && (isOn || choice !== undefined);
  return { isOffered, isOn, wasWanted, choose: setChoice, giveUp: () => setFailed(true) };
}

interface VideoSwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function VideoSwitch({ label, hint, isOn, onChange }: VideoSwitchProps) {
  const hintId = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={hintId}
      aria-label={label}
      className={styles.control}
      title={`${label}: ${hint}`}
      onClick={() => onChange(!isOn)}
    >
      <Icon name="video" size={18} />
      <span id={hintId} hidden>
        {hint}
      </span>
    </button>
  );
}
