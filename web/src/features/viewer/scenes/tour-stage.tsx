import type { SceneDetail, SceneHotspot, TourOutline } from '@oriel/contract';
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { isPlainClick } from '../../../ui/is-plain-click.ts';
import { useCaptions } from '../captions/use-captions.tsx';
import { ErrorOverlay } from '../messages.tsx';
import { PanoramaStage } from '../panorama-stage.tsx';
import { RemoteContext } from '../remote.ts';
import type { TourInfo } from '../scene.ts';
import { useSounds } from '../sounds/use-sounds.tsx';
import { inRadians } from './angles.ts';
import { lightOfSpot } from './light-spots.ts';
import { RoomsToggle } from './rooms-toggle.tsx';
import { SceneDrawer } from './scene-drawer.tsx';
import { SceneImage } from './scene-image.tsx';
import { SpotCard } from './spot-card.tsx';
import { spotAnswer, spotName } from './spots.ts';
import { StageCard } from './stage-card.tsx';
import styles from './tour-stage.module.css';
import { TourTools } from './tour-tools.tsx';
import { turnTo } from './turn-to.ts';
import { useArrival } from './use-arrival.ts';
import { useClosedScene } from './use-closed-scene.ts';
import { useGuide } from './use-guide.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { useScenes } from './use-scenes.ts';

/** A tour of several scenes, and where its scenes come from. */
export interface TourSource {
  tour: TourOutline;
  /** The scene that the visitor enters first. */
  first: SceneDetail;
  origin: string;
  /** @param fresh whether URLs of before have expired */
  fetchScene: (id: string, fresh?: boolean) => Promise<SceneDetail>;
  /** Counts that a visitor has followed a link of the tour. */
  onFollow: (name: string) => void;
}

export interface TourStageProps extends TourSource {
  info: TourInfo;
  still: ReactNode;
  /** Tells what the closed scenes cost, and unlocks them. */
  locked: ReactNode;
  /** Whether more scenes may turn out to be open to the visitor. */
  isPending: boolean;
}

const NOT_LOADED = 'This room could not be loaded. Please check your connection.';

export function TourStage({ info, still, locked, isPending, ...source }: TourStageProps) {
  const { tour, onFollow } = source;
  const scenes = useScenes(source);
  const { viewer, current, enter, failedId } = scenes;
  const [isOpen, setIsOpen] = useState(false);
  const [closedId, setClosedId] = useClosedScene(tour, isPending || info.isFramed === true);
  const [spot, setSpot] = useState<SceneHotspot>();
  const remote = useContext(RemoteContext);
  /** Its offer is shown once the visitor sees the page again. */
  const closedInHeadset = useRef<string>(undefined);
  const toggle = useRef<HTMLButtonElement>(null);
  const drawerId = useId();
  const announcement = useArrival(current);
  const image = tour.scenes.find(({ id }) => id === source.first.id)?.thumbnails;
  const guide = useGuide({
    tour,
    current,
    viewer,
    enter: (id, view) => enter(id, { view }),
    hasFailed: failedId !== undefined,
    onStart: () => setIsOpen(false),
    onOver: () => setClosedId(tour.scenes.find(({ isOpen }) => !isOpen)?.id),
  });
  useNeighbours(viewer, { ...source, current, next: guide.next, lightId: scenes.light.lightId });
  const { toggle: captionsToggle, captions, shown } = useCaptions(viewer, current);
  const { toggle: soundsToggle, soundscape } = useSounds(viewer, current, source.origin);
  const closed = tour.scenes.find(({ id, isOpen }) => id === closedId && !isOpen);

  const pass = (id: string, door?: SceneHotspot) => {
    if (tour.scenes.some((scene) => scene.id === id && !scene.isOpen)) setClosedId(id);
    else enter(id, { door });
  };
  const press = (id: string, event: MouseEvent) => {
    const pressed = current.hotspots.find((one) => one.id === id);
    if (pressed === undefined) return;
    remote?.onHotspot(pressed);
    const { kind, target, text } = pressed;
    if (kind === 'door' && target) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      pass(target, pressed);
    } else if ((kind === 'link' || kind === 'book') && !text) onFollow(`tour-${kind}`);
    else setSpot(pressed);
  };
  const pressInHeadset = (id: string): string | undefined => {
    const light = lightOfSpot(id);
    if (light !== undefined) void scenes.light.choose(light);
    const pressed = current.hotspots.find((one) => one.id === id);
    if (pressed === undefined) return undefined;
    remote?.onHotspot(pressed);
    if (pressed.kind !== 'door' || !pressed.target) return spotAnswer(pressed);
    const closed = tour.scenes.find((scene) => scene.id === pressed.target && !scene.isOpen);
    closedInHeadset.current = closed?.id;
    if (!closed) enter(pressed.target, { door: pressed });
    return closed && [closed.title, info.offer].filter(Boolean).join('\n');
  };
  const showOffer = () => {
    setClosedId(closedInHeadset.current);
    closedInHeadset.current = undefined;
  };
  useEffect(() => remote?.onScene(current), [remote, current]);
  useEffect(() => {
    remote?.setEnter((id) => tour.scenes.some((scene) => scene.id === id && scene.isOpen) && enter(id));
  });
  const choose = (id: string) => {
    pass(id);
    // On small screens the list covers the place.
    if (!matchMedia('(min-width: 48rem)').matches) setIsOpen(false);
  };
  const close = () => {
    setIsOpen(false);
    toggle.current?.focus();
  };

  return (
    <>
      <PanoramaStage
        scene={scenes.firstScene}
        info={info}
        still={image ? <SceneImage thumbnails={image} sizes="100vw" eager /> : still}
        renewScene={scenes.renew}
        tour={{
          sceneId: current.id,
          kind: current.kind === 'film' ? 'video' : 'photo',
          onViewer: scenes.setViewer,
          on: scenes.listeners,
          hotspots: { onHotspot: press, name: spotName },
          headset: { onHotspot: pressInHeadset, onEnd: showOffer, captions: shown, soundscape },
          toggle: (
            <>
              <RoomsToggle
                ref={toggle}
                tour={tour}
                current={current}
                isOpen={isOpen}
                setIsOpen={setIsOpen}
                drawerId={drawerId}
              />
              {soundsToggle}
              {captionsToggle}
            </>
          ),
          drawer: (
            <SceneDrawer
              id={drawerId}
              isOpen={isOpen}
              tour={tour}
              current={current}
              lightId={scenes.light.lightId}
              onChoose={choose}
              onLook={(view) => viewer && turnTo(viewer, inRadians(view))}
              onClose={close}
            />
          ),
          side: (
            <TourTools
              slug={info.isFramed ? undefined : info.slug}
              tour={tour}
              current={current}
              viewer={viewer}
              light={scenes.light}
              onChoose={pass}
              guide={guide.controls}
            />
          ),
          captions: !guide.panel && captions,
          guide: guide.panel,
        }}
      />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {failedId !== undefined && <ErrorOverlay text={NOT_LOADED} onRetry={() => enter(failedId)} />}
      {spot && <SpotCard spot={spot} onClose={() => setSpot(undefined)} />}
      {closed && (
        <StageCard title={closed.title} onClose={() => setClosedId(undefined)}>
          <div className={styles.offer}>{locked}</div>
        </StageCard>
      )}
    </>
  );
}
