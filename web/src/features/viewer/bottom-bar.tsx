import type { Viewer } from '@oriel/viewer';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import prose from '../../ui/prose.module.css';
import styles from './bottom-bar.module.css';
import { LookPad } from './look-pad.tsx';
import { PlaceButton } from './place-button.tsx';
import type { TourInfo } from './scene.ts';
import { SeekBar } from './seek-bar.tsx';
import type { PlayerState } from './use-player.ts';

interface Props {
  info: TourInfo;
  video:
    | {
        state: PlayerState;
        togglePlay: () => void;
        toggleMuted: () => void;
        seekPercent: (percent: number) => void;
      }
    | undefined;
  viewer?: RefObject<Viewer | null>;
  onShare?: () => void;
  /** Of a visitor who saves data. */
  meter?: ReactNode;
  /** Of a tour of several scenes. */
  scenes?: { toggle: ReactNode; drawer: ReactNode; guide: ReactNode };
  /** Whether it lies over a page, which is as bright as it is. */
  isOverPage?: boolean;
  /** Whether it makes way for the page behind it. */
  isIdle?: boolean;
}

export function BottomBar({
  info,
  video,
  viewer,
  onShare,
  meter,
  scenes,
  isOverPage = false,
  isIdle = false,
}: Props) {
  return (
    <footer className={styles.bar} data-over-page={isOverPage} data-idle={isIdle}>
      {scenes?.guide}
      {scenes?.drawer}
      <TourText info={info} viewer={viewer} onShare={onShare} meter={meter} isBrief={!!scenes?.guide} />
      {viewer && (
        <div className={styles.controls}>
          {scenes?.toggle}
          {video && (
            <>
              <IconButton
                icon={video.state.playing ? 'pause' : 'play'}
                label={video.state.playing ? 'Pause' : 'Play'}
                onClick={video.togglePlay}
              />
              <SeekBar
                currentTime={video.state.currentTime}
                duration={video.state.duration}
                onSeek={video.seekPercent}
              />
              <IconButton
                icon={video.state.muted ? 'muted' : 'volume'}
                label={video.state.muted ? 'Sound on' : 'Mute'}
                onClick={video.toggleMuted}
              />
            </>
          )}
          <LookPad viewer={viewer} />
        </div>
      )}
    </footer>
  );
}

interface TextProps extends Pick<Props, 'info' | 'meter'> {
  viewer: Props['viewer'] | undefined;
  onShare: Props['onShare'] | undefined;
  /** Whether there is room for the name alone. */
  isBrief: boolean;
}

function TourText({ info, viewer, onShare, meter, isBrief }: TextProps) {
  return (
    <div className={styles.text}>
      <h1 className={prose.titleMedium}>{info.name}</h1>
      <p className={styles.place}>
        {info.place}
        <span className={styles.facts}>
          {info.place && ' · '}
          {info.category} · {info.views}
        </span>
      </p>
      {info.description && !info.isFramed && !isBrief && (
        <>
          <p className={styles.description}>{info.description}</p>
          <PlaceButton info={info} viewer={viewer} onShare={onShare} />
        </>
      )}
      {info.textUrl && (
        <a className={styles.read} href={info.textUrl}>
          Read this tour
        </a>
      )}
      {meter}
    </div>
  );
}
