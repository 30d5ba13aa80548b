import type { Viewer } from '@oriel/viewer';
import { type RefObject, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import prose from '../../ui/prose.module.css';
import styles from './bottom-bar.module.css';
import { LookPad } from './look-pad.tsx';
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
}

export function BottomBar({ info, video, viewer }: Props) {
  return (
    <footer className={styles.bar}>
      <TourText info={info} />
      {viewer && (
        <div className={styles.controls}>
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

function TourText({ info }: { info: TourInfo }) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.text}>
      <h1 className={prose.titleMedium}>{info.name}</h1>
      {info.place && <p className={styles.place}>{info.place}</p>}
      {info.description && (
        <>
          <p id="tour-description" className={open ? styles.description : styles.descriptionCut}>
            {info.description}
          </p>
          <button
            type="button"
            className={styles.more}
            aria-expanded={open}
            aria-controls="tour-description"
            onClick={() => setOpen(!open)}
          >
            {open ? 'Less' : 'About this place'}
          </button>
        </>
      )}
    </div>
  );
}
