import type { Experience } from '@oriel/contract';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { savesData } from '../../ui/saves-data.ts';
import { reducesMotion } from '../../ui/use-media-query.ts';
import styles from './turning-picture.module.css';

/** How long a card stays in the middle of a phone's screen before it turns. */
const DWELL_MS = 500;

const mayTurn = (): boolean => !savesData() && !reducesMotion();

/**
 * Pans the picture of an open photo across what lies all around: by the pointer, and on touch screens by the scroll position.
 * The strip is loaded when a visitor points at the card, or stays with it.
 *
 * @param card the element that is pointed at
 * @returns `picture` lies over the still one, in an element that it fills
 */
export function useTurningPicture(
  card: RefObject<HTMLElement | null>,
  { slug, mediaType, tokensRequired }: Pick<Experience, 'slug' | 'mediaType' | 'tokensRequired'>,
) {
  const strip = useRef<HTMLSpanElement>(null);
  const place = useRef('50%');
  const [isLoaded, setIsLoaded] = useState(false);
  const [isTurning, setIsTurning] = useState(false);
  const url = mediaType === 'photo' && tokensRequired === 0 ? `/strips/${slug}` : undefined;

  const begin = () => {
    if (url === undefined || !mayTurn()) return;
    setIsTurning(true);
    const image = new Image();
    image.onload = () => setIsLoaded(true);
    image.src = url;
  };
  /** @param share 0 at one end, 1 after a full turn */
  const turnTo = (share: number) => {
    place.current = `${(share * 100).toFixed(1)}%`;
    if (strip.current) strip.current.style.backgroundPositionX = place.current;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change nothing.
  useEffect(() => {
    const element = card.current;
    if (url === undefined || element === null || !matchMedia('(hover: none)').matches) return;
    let timer: ReturnType<typeof setTimeout>;
    let frame = 0;
    const follow = () => {
      frame = 0;
      const { top, height } = element.getBoundingClientRect();
      turnTo(Math.min(1, Math.max(0, (top + height) / (innerHeight + height))));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(follow);
    };
    const stop = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      frame = 0;
      removeEventListener('scroll', onScroll);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        stop();
        // Nothing turns before the visitor scrolls.
        if (!entries.at(-1)?.isIntersecting || scrollY === 0) return setIsTurning(false);
        timer = setTimeout(() => {
          begin();
          follow();
          addEventListener('scroll', onScroll, { passive: true });
        }, DWELL_MS);
      },
      { rootMargin: '-40% 0px -40% 0px' },
    );
    observer.observe(element);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [url]);

  const onPointerMove = ({ pointerType, clientX, currentTarget }: PointerEvent) => {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    turnTo((clientX - left) / width);
  };
  return {
    picture: isTurning && isLoaded && (
      <span
        ref={strip}
        className={styles.strip}
        style={{ backgroundImage: `url("${url}")`, backgroundPositionX: place.current }}
        aria-hidden="true"
      />
    ),
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && begin(),
      onPointerMove,
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setIsTurning(false),
    },
  };
}
