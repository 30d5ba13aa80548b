import type { Scene, Viewer } from '@oriel/viewer';
import { Panorama, type PanoramaProps } from '@oriel/viewer/react';
import { type ReactNode, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { BottomBar } from './bottom-bar.tsx';
import type { HeadsetHooks } from './headset/headset-button.tsx';
import { useHeadsetChance } from './headset/use-headset-chance.ts';
import { HelpPanel } from './help-panel.tsx';
import { useLooks } from './looks/use-looks.tsx';
import { ErrorOverlay, LoadingMessage, StartOverlay } from './messages.tsx';
import { PartFailure } from './part-failure.tsx';
import { RemoteContext } from './remote.ts';
import { DataMeter } from './saving/data-meter.tsx';
import { useDataBudget } from './saving/use-data-budget.ts';
import type { Look, TourInfo } from './scene.ts';
import styles from './stage.module.css';
import { TopBar } from './top-bar.tsx';
import { useFullscreen } from './use-fullscreen.ts';
import { useGyroscope } from './use-gyroscope.ts';
import { useIdle } from './use-idle.ts';
import { usePlayer } from './use-player.ts';

/** While a video plays, the bars are hidden after this long without activity. */
const BARS_HIDE_AFTER_MS = 3000;

const ShareSheet = lazyPart(
  async () => (await import('./share/share-sheet.tsx')).ShareSheet,
  ({ onClose }) => <PartFailure title="Share this view" onClose={onClose} />,
);

const HeadsetButton = lazyPart(async () => (await import('./headset/headset-button.tsx')).HeadsetButton);

/** Elements that handle Space themselves. */
const OWN_SPACE = 'button, a, input:not([type="range"]), select, textarea, summary, [contenteditable]';

/** What a tour of several scenes adds. */
export interface TourParts {
  /** The scene in view. */
  sceneId: string;
  /** The kind of the scene in view. */
  kind: Scene['kind'];
  onViewer: (viewer: Viewer | null) => void;
  on: { ready: () => boolean; viewchange: () => void };
  hotspots: PanoramaProps['hotspots'];
  headset: HeadsetHooks;
  /** Opens the drawer. */
  toggle: ReactNode;
  /** Lists scenes and views. */
  drawer: ReactNode;
  /** Small tools at the left edge, below the bar. */
  side?: ReactNode;
  /** Of the film in view; they stay while the bars are hidden. */
  captions?: ReactNode;
  /** A guided tour that leads the visitor; the bars stay then. */
  guide?: ReactNode;
}

interface Props {
  scene: Scene;
  /** Captioned views, of a tour of a single scene. */
  looks?: Look[] | undefined;
  info: TourInfo;
  /** The preview image; it covers the canvas until the first frame is drawn. */
  still: ReactNode;
  /** Reloads the scene when its signed URLs have expired. */
  renewScene: () => Promise<Scene>;
  tour?: TourParts;
}

const OPTIONS = { keyboardTarget: typeof document === 'undefined' ? null : document };

export function PanoramaStage({ scene: firstScene, looks, info, still, renewScene, tour }: Props) {
  const [scene, setScene] = useState(firstScene);
  const [help, setHelp] = useState<'hint' | 'asked-for' | 'closed'>(info.isFramed ? 'closed' : 'hint');
  const helpShown = help !== 'closed';
  const remote = useContext(RemoteContext);
  const viewer = useRef<Viewer | null>(null);
  const { state, listeners, start, togglePlay, toggleMuted, seekPercent, arrive, reset } = usePlayer(viewer);
  const [limitData, saving] = useDataBudget(viewer);
  const gyroscope = useGyroscope(viewer);
  const hasHeadsetChance = useHeadsetChance(gyroscope.available);
  const fullscreen = useFullscreen();
  const lookParts = useLooks(viewer, looks, state.phase === 'ready');
  const scenes = tour ? { toggle: tour.toggle, drawer: tour.drawer, guide: tour.guide } : lookParts;
  const isVideo = (tour?.kind ?? scene.kind) === 'video';
  const barsHidden = useIdle(isVideo && state.playing && !tour?.guide, BARS_HIDE_AFTER_MS);
  const [isSharing, setSharing] = useState(false);
  const closeHelp = useCallback(() => setHelp('closed'), []);

  useEffect(() => {
    if (!isVideo) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(OWN_SPACE)) return;
      event.preventDefault();
      togglePlay();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isVideo, togglePlay]);

  const retry = useCallback(() => {
    reset();
    renewScene().then(setScene, () => setScene((before) => ({ ...before })));
  }, [reset, renewScene]);

  const [areLettersOn, setLettersOn] = useState(true);
  const letterKeys = { areOn: areLettersOn, toggle: () => setLettersOn(!areLettersOn) };

  const onViewer = tour?.onViewer;
  const setViewer = useCallback(
    (created: Viewer | null) => {
      viewer.current = created;
      limitData(created);
      onViewer?.(created);
      remote?.setViewer(created);
    },
    [onViewer, remote, limitData],
  );
  const viewchange = () => {
    tour?.on.viewchange();
    remote?.onView();
  };
  const ready = () => {
    listeners.ready();
    if (tour?.on.ready()) arrive();
  };

  return (
    <>
      <div className={styles.canvas}>
        <Panorama
          ref={setViewer}
          scene={scene}
          options={{ ...OPTIONS, label: `360-degree view of ${info.name}` }}
          renewScene={renewScene}
          hotspots={tour?.hotspots && { ...tour.hotspots, letterKeys: letterKeys.areOn }}
          on={{
            ...listeners,
            ready,
            ...((tour || remote) && { viewchange }),
            ...(isVideo && { tap: togglePlay }),
          }}
        />
      </div>
      {!state.isDrawn && <div className={styles.still}>{still}</div>}
      {!state.isDrawn && (state.phase === 'loading' || state.playing) && <LoadingMessage />}
      <div className={styles.bars} data-hidden={barsHidden}>
        <TopBar
          info={info}
          gyroscope={gyroscope}
          headset={
            <Suspense>
              {hasHeadsetChance && (
                <HeadsetButton
                  viewer={viewer}
                  renewScene={renewScene}
                  hooks={tour?.headset}
                  hasGyroscope={gyroscope.available}
                />
              )}
            </Suspense>
          }
          fullscreen={fullscreen}
          helpShown={helpShown}
          onHelp={() => setHelp(helpShown ? 'closed' : 'asked-for')}
          {...(!info.isFramed && { onShare: () => setSharing(true) })}
        />
        {tour?.side && <div className={styles.side}>{tour.side}</div>}
        {tour?.captions && <div className={styles.captions}>{tour.captions}</div>}
        <BottomBar
          info={info}
          video={isVideo ? { state, togglePlay, toggleMuted, seekPercent } : undefined}
          viewer={viewer}
          onShare={() => setSharing(true)}
          meter={saving.isOn && !isVideo && <DataMeter saving={saving} />}
          {...(scenes && { scenes })}
        />
      </div>
      {helpShown && state.phase === 'ready' && (
        <HelpPanel
          isVideo={isVideo}
          letterKeys={tour && letterKeys}
          saving={saving}
          isAskedFor={help === 'asked-for'}
          onClose={closeHelp}
        />
      )}
      <Suspense>
        {isSharing && (
          <ShareSheet viewer={viewer} info={info} sceneId={tour?.sceneId} onClose={() => setSharing(false)} />
        )}
      </Suspense>
      {state.phase === 'autoplay-blocked' && <StartOverlay onStart={start} />}
      {state.phase === 'failed' && state.trouble && (
        <ErrorOverlay {...state.trouble} isDrawn={state.isDrawn} onRetry={retry} />
      )}
    </>
  );
}
