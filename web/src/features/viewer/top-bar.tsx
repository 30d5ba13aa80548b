import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useBack } from '../../ui/use-back.ts';
import type { TourInfo } from './scene.ts';
import styles from './top-bar.module.css';

interface Props {
  info: TourInfo;
  gyroscope?: { available: boolean; active: boolean; toggle: () => void };
  headset?: ReactNode;
  fullscreen: { supported: boolean; active: boolean; toggle: () => void };
  helpShown?: boolean;
  onHelp?: () => void;
  onShare?: () => void;
}

export function TopBar({ info, gyroscope, headset, fullscreen, helpShown, onHelp, onShare }: Props) {
  return (
    <header className={styles.bar} data-crowded={gyroscope?.available ?? false}>
      <span className={styles.group}>
        {info.exit ?? <BackButton />}
        <span className={styles.badge}>{info.category}</span>
      </span>
      <span className={styles.group}>
        <span className={styles.views}>{info.views}</span>
        {info.likeButton}
        {gyroscope?.available && (
          <IconButton
            icon="gyroscope"
            label="Look around by turning the device"
            aria-pressed={gyroscope.active}
            onClick={gyroscope.toggle}
          />
        )}
        {headset}
        {onShare && (
          <IconButton icon="share" label="Share this view" aria-haspopup="dialog" onClick={onShare} />
        )}
        {onHelp && <IconButton icon="help" label="Help" aria-expanded={helpShown} onClick={onHelp} />}
        {fullscreen.supported && (
          <IconButton
            icon={fullscreen.active ? 'exitFullscreen' : 'fullscreen'}
            label={fullscreen.active ? 'Leave full screen' : 'Full screen'}
            onClick={fullscreen.toggle}
          />
        )}
      </span>
    </header>
  );
}

function BackButton() {
  const back = useBack('/experiences');
  return (
    <>
      <IconButton icon="back" label="Back" onClick={back} />
      <a className="without-scripts" href="/experiences">
        All tours
      </a>
    </>
  );
}
