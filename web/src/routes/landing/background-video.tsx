import { useEffect, useRef, useState } from 'react';
import styles from './background-video.module.css';

interface Props {
  src: string;
  isOn: boolean;
  /** Whether it stands still where it is. */
  isPaused: boolean;
  onFailure: () => void;
}

/** A muted, looping video over the image. Paused while out of view, and loaded only when wanted. */
export function BackgroundVideo({ src, isOn, isPaused, onFailure }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [isMoving, setMoving] = useState(false);

  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.muted = true;
    if (!isOn || isPaused) {
      element.pause();
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      // Where the browser forbids autoplay, the image stays.
      if (entries.at(-1)?.isIntersecting) element.play().catch(() => undefined);
      else element.pause();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOn, isPaused]);

  return (
    <video
      ref={video}
      className={styles.video}
      data-shown={isOn && isMoving}
      src={src}
      muted
      loop
      playsInline
      preload="none"
      disablePictureInPicture
      disableRemotePlayback
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => setMoving(true)}
      onError={onFailure}
    />
  );
}
