import type { Scene } from '@oriel/viewer';
import { type ReactNode, useCallback, useState } from 'react';
import { BottomBar } from './bottom-bar.tsx';
import { Cover } from './cover.tsx';
import { EmbedStage } from './embed-stage.tsx';
import { PanoramaStage } from './panorama-stage.tsx';
import type { Show, TourInfo } from './scene.ts';
import { Rooms } from './scenes/rooms.tsx';
import type { TourSource } from './scenes/tour-stage.tsx';
import styles from './stage.module.css';
import { TopBar } from './top-bar.tsx';
import { useFullscreen } from './use-fullscreen.ts';
import { useIdle } from './use-idle.ts';

/** Over an embedded page the name of the tour is hidden after this long. */
const TEXT_HIDES_AFTER_MS = 3000;

interface Props {
  /** Undefined for a locked tour; `locked` is shown then. */
  show: Show | undefined;
  info: TourInfo;
  /** The preview image, shown until the tour is loaded. */
  still: ReactNode;
  /** Shown in place of a locked tour. */
  locked: ReactNode;
  renewScene: () => Promise<Scene>;
  /** Of a tour of several scenes that the visitor may enter. */
  scenes?: TourSource | undefined;
  /** Whether it is not known yet what the visitor may enter. */
  isPending?: boolean;
}

export function Tour({ show, info, still, locked, renewScene, scenes, isPending = false }: Props) {
  const [isPageShown, setPageShown] = useState(false);
  const showPage = useCallback(() => setPageShown(true), []);
  return (
    <main id="main" tabIndex={-1} className={styles.stage}>
      {scenes ? (
        <Rooms {...scenes} info={info} still={still} locked={locked} isPending={isPending} />
      ) : show?.kind === 'panorama' ? (
        <PanoramaStage
          scene={show.scene}
          looks={show.looks}
          info={info}
          still={still}
          renewScene={renewScene}
        />
      ) : (
        <>
          <div className={show ? styles.still : `${styles.still} ${styles.turning}`}>{still}</div>
          {show ? (
            <EmbedStage
              url={show.url}
              host={show.host}
              isOurs={show.isOurs}
              title={`360-degree tour of ${info.name}`}
              onShow={showPage}
            />
          ) : (
            <Cover>{locked}</Cover>
          )}
          <PlainBars info={info} isShown={isPageShown} />
        </>
      )}
    </main>
  );
}

interface PlainBarsProps {
  info: TourInfo;
  /** Whether the page is there, of which the text covers a corner. */
  isShown: boolean;
}

/** The bars of an embedded page, which our controls cannot move. The upper one stays: what is done in the page is not seen here. */
function PlainBars({ info, isShown }: PlainBarsProps) {
  const fullscreen = useFullscreen();
  const isIdle = useIdle(isShown, TEXT_HIDES_AFTER_MS);
  return (
    <div className={styles.bars}>
      <TopBar info={info} fullscreen={fullscreen} />
      <BottomBar info={info} video={undefined} isOverPage={isShown} isIdle={isIdle} />
    </div>
  );
}
