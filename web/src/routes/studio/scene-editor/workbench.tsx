import type { Direction, Pose, Tour, TourScene } from '@oriel/contract';
import { tiltOf } from '@oriel/contract/shared/tour/levelling';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import { hotspotDirection } from '@oriel/contract/shared/tour/pose';
import type { Viewer } from '@oriel/viewer';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFiles } from '../media/use-files.ts';
import type { DraftSnapshot, DraftStore } from '../tours/draft/draft-store.ts';
import { carriesScene, sceneIn } from './carried-scene.ts';
import { gapsOf } from './gaps.ts';
import { HintBar } from './hint-bar.tsx';
import { countPoints, POINTS_TO_LEVEL, SELECTING, withMovedPoint, withPoint } from './mode.ts';
import styles from './scene-editor.module.css';
import { SceneList } from './scene-list.tsx';
import { ScenePanel } from './scene-panel.tsx';
import { sceneWork } from './scene-work.ts';
import { SpotList } from './spot-list.tsx';
import { SpotPanel } from './spot-panel.tsx';
import { rounded, titleOfSpot } from './spots.ts';
import { Stage } from './stage.tsx';
import { ToolBar } from './tool-bar.tsx';
import { SaveTrouble, TopBar } from './top-bar.tsx';
import { placed, useBench, useEdited, useHintFocus } from './use-bench.ts';
import { useEditing } from './use-editing.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { focusSoon, lookAt, viewOf } from './view.ts';

interface Props {
  workspace: string;
  tourId: string;
  canWrite: boolean;
  store: DraftStore;
  snapshot: DraftSnapshot;
  tour: Tour;
  scene: TourScene;
}

export function Workbench({ workspace, tourId, canWrite, store, snapshot, tour, scene }: Props) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [sentence, announce] = useState('');
  const { mode, spot, setMode, select } = useBench(scene);
  const files = useFiles(
    workspace,
    tour.scenes.map(({ media }) => media),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const work = sceneWork({ workspace, files, store, tour, scene, announce });
  const points = mode.is === 'levelling' ? countPoints(mode.edges) : 0;
  useHintFocus(mode, points >= POINTS_TO_LEVEL ? 1 : 0);
  useArrivalFocus(scene.id, heading);

  const remove = (id: string) => {
    const isInList = document.activeElement?.closest('[data-spots]') != null;
    work.removeSpot(id);
    select(undefined);
    if (isInList) focusSoon('[data-spots] button, [data-tools] button');
    else viewer?.parts.root.focus({ preventScroll: true });
  };
  const pick = (direction: Direction) => {
    if (mode.is === 'placing') {
      select(work.addSpot(mode.kind, direction));
      focusSoon('[data-panel] select, [data-panel] input');
    } else if (mode.is === 'levelling') {
      setMode({ ...mode, edges: withPoint(mode.edges, direction) });
    } else if (spot) select(undefined);
  };
  const reveal = (id: string) => {
    const found = scene.hotspots.find((one) => one.id === id);
    const direction = found && hotspotDirection(found);
    if (viewer && direction && !editing?.isInView(direction)) lookAt(viewer, direction);
  };
  const level = ({ pitch, roll }: Pose) => {
    const pose = { ...scene.pose, pitch: rounded(pitch), roll: rounded(roll) };
    work.changeScene((before) => ({ ...before, pose }), { label: 'Level the picture' });
    announce(`The picture is level now: it is turned by ${tiltOf(pose).toFixed(1)} degrees.`);
    setMode(SELECTING);
  };

  const edited = useEdited(scene, spot?.id, mode, canWrite);
  const editing = useEditing(viewer, edited, {
    onPick: pick,
    onSelect: (id) => id !== spot?.id && select(id),
    onMove: (id, place, by) => {
      const moved = scene.hotspots.find((one) => one.id === id);
      if (!moved) return;
      const mergeKey = by === 'keys' ? `place ${id}` : undefined;
      work.changeSpot(id, (before) => placed(before, place), {
        label: `Move ${titleOfSpot(moved)}`,
        mergeKey,
      });
      if (by === 'pointer') announce(`${titleOfSpot(moved)} moved.`);
    },
    onRemove: remove,
    onEdge: (edge, end, direction) =>
      mode.is === 'levelling' &&
      setMode({ ...mode, edges: withMovedPoint(mode.edges, edge, end, direction) }),
  });
  const undo = () => {
    const { undoLabel } = store.snapshot;
    if (undoLabel === undefined || !canWrite) return;
    store.undo();
    announce(`Undone: ${undoLabel}.`);
  };
  const redo = () => {
    const { redoLabel } = store.snapshot;
    if (redoLabel === undefined || !canWrite) return;
    store.redo();
    announce(`Done again: ${redoLabel}.`);
  };
  const cancel = () => {
    const isAdding = mode.is === 'placing';
    setMode(SELECTING);
    if (isAdding) focusSoon('[data-tools] button');
  };
  useShortcuts({
    undo,
    redo,
    remove: () => spot && canWrite && mode.is === 'selecting' && remove(spot.id),
    escape: () => {
      if (mode.is !== 'selecting') cancel();
      else if (spot) select(undefined);
    },
  });
  const followDoor = (id: string) => {
    const door = scene.hotspots.find((one) => one.id === id);
    if (door?.kind === 'door' && door.target)
      void navigate(`/studio/tours/${tourId}/scenes/${door.target}${search}`);
  };

  return (
    <div className={styles.editor}>
      <TopBar
        store={store}
        snapshot={snapshot}
        tourId={tourId}
        title={scene.title}
        headingRef={heading}
        isPreviewing={mode.is === 'previewing'}
        canWrite={canWrite}
        onPreview={(isOn) => setMode(isOn ? { is: 'previewing' } : SELECTING)}
        onUndo={undo}
        onRedo={redo}
      />
      <SaveTrouble store={store} snapshot={snapshot} />
      <div className={styles.side}>
        <SceneList tour={tour} tourId={tourId} sceneId={scene.id} files={files} />
        <SpotList
          scene={scene}
          selected={spot?.id}
          canWrite={canWrite}
          gaps={gapsOf(snapshot.tour, scene.id)}
          onSelect={(id) => {
            select(id);
            reveal(id);
          }}
          onRemove={remove}
          onReorder={(id, step) => work.reorderSpot(id, step)}
        />
      </div>
      <section
        className={styles.stage}
        aria-label="Picture"
        onDragOver={(event) => {
          if (editing && carriesScene(event.dataTransfer)) event.preventDefault();
        }}
        onDrop={(event) => {
          if (!editing || !carriesScene(event.dataTransfer)) return;
          event.preventDefault();
          const at = editing.directionAt(event.clientX, event.clientY);
          select(work.addDoorTo(sceneIn(event.dataTransfer), at));
        }}
      >
        <Stage
          key={`${scene.id} ${scene.media}`}
          workspace={workspace}
          scene={scene}
          isPreviewing={mode.is === 'previewing'}
          viewer={viewer}
          viewerRef={setViewer}
          onHotspot={followDoor}
        />
        {canWrite && mode.is !== 'previewing' && (
          <div className={styles.overlay} data-hint>
            <HintBar
              mode={mode}
              pose={scene.pose}
              onMiddle={() => {
                if (viewer === null) return;
                const { yaw, pitch } = viewOf(viewer);
                pick({ yaw, pitch });
              }}
              onLevel={level}
              onRestart={() => setMode({ is: 'levelling', edges: [] })}
              onCancel={cancel}
            />
            {mode.is !== 'levelling' && (
              <ToolBar
                mode={mode}
                isFull={scene.hotspots.length >= TOUR_LIMITS.hotspotsPerScene}
                onTool={(kind) => setMode({ is: 'placing', kind })}
              />
            )}
          </div>
        )}
      </section>
      <aside className={styles.panel} aria-label="Properties" data-panel>
        <fieldset disabled={!canWrite} className={styles.plain}>
          {spot ? (
            <SpotPanel
              key={spot.id}
              work={work}
              tour={tour}
              scene={scene}
              spot={spot}
              onRemove={() => remove(spot.id)}
              onGrab={() => {
                reveal(spot.id);
                editing?.focus(spot.id);
                announce('Arrow keys move it, with Shift further. Escape ends it.');
              }}
            />
          ) : (
            <ScenePanel
              key={scene.id}
              work={work}
              scene={scene}
              viewer={viewer}
              onLevel={() => setMode({ is: 'levelling', edges: [] })}
            />
          )}
        </fieldset>
      </aside>
      <p className="visually-hidden" role="status">
        {sentence}
      </p>
    </div>
  );
}

/** A scene that was gone to is announced by its heading. */
function useArrivalFocus(sceneId: string, heading: { current: HTMLElement | null }): void {
  const last = useRef(sceneId);
  useEffect(() => {
    if (last.current === sceneId) return;
    last.current = sceneId;
    heading.current?.focus({ preventScroll: true });
  }, [sceneId, heading]);
}
