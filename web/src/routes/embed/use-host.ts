import type { ExperienceDetail } from '@oriel/contract';
import type { Viewer } from '@oriel/viewer';
import { useEffect, useMemo, useRef, useState } from 'react';
import { HostLink } from '../../embed-host/host-link.ts';
import type { Command, SceneName, View } from '../../embed-host/protocol.ts';
import { nameOf } from '../../features/catalogue/heading.ts';
import type { Remote } from '../../features/viewer/remote.ts';
import { inDegrees, inRadians } from '../../features/viewer/scenes/angles.ts';
import { turnTo } from '../../features/viewer/scenes/turn-to.ts';

/** Of commands; a tour of one room never has a room to go to. */
const MAX_WAITING = 20;

function scenesOf(experience: ExperienceDetail): SceneName[] {
  const open = experience.tour?.scenes.filter(({ isOpen }) => isOpen);
  return (
    open?.map(({ id, title }) => ({ id, title })) ?? [{ id: experience.slug, title: nameOf(experience) }]
  );
}

/** The stage of the tour as the page around the frame uses it; commands wait until their part of it is there. */
class Stage implements Remote {
  readonly #link: HostLink;
  #viewer: Viewer | null = null;
  #enter: ((sceneId: string) => void) | undefined;
  #waiting: Command[] = [];

  constructor(scenes: SceneName[], onStart: () => void) {
    this.#link = new HostLink(scenes, (command) => {
      onStart();
      if (!this.#run(command)) this.#waiting = [...this.#waiting.slice(1 - MAX_WAITING), command];
    });
  }

  /** @returns whether the parts that it needs are there */
  #run(command: Command): boolean {
    const viewer = this.#viewer;
    if (viewer === null) return false;
    if (command.type === 'play') void viewer.play();
    else if (command.type === 'look') this.#look(viewer, command.view);
    else if (this.#enter === undefined) return false;
    else this.#enter(command.scene);
    return true;
  }

  #look(viewer: Viewer, view: Partial<View>): void {
    turnTo(viewer, inRadians({ ...inDegrees(viewer.view), ...view }));
  }

  #runWaiting(): void {
    this.#waiting = this.#waiting.filter((command) => !this.#run(command));
  }

  setViewer(viewer: Viewer | null): void {
    this.#viewer = viewer;
    this.#runWaiting();
  }

  setEnter(enter: ((sceneId: string) => void) | undefined): void {
    this.#enter = enter;
    this.#runWaiting();
  }

  onScene({ id, title }: SceneName): void {
    this.#link.tell('scene', { id, title });
  }

  onView(): void {
    if (this.#viewer) this.#link.tellView(inDegrees(this.#viewer.view));
  }

  onHotspot({ id, kind, label }: { id: string; kind: string; label: string }): void {
    this.#link.tell('hotspot', { id, kind, label });
  }

  close(): void {
    this.#link.close();
  }
}

/**
 * Connects the tour with the page around the frame.
 *
 * @param onStart called with each of its commands, which show the tour
 */
export function useHost(experience: ExperienceDetail, onStart: () => void): Remote {
  const stage = useRef<Stage>(undefined);
  const [scenes] = useState(() => scenesOf(experience));
  const start = useRef(onStart);
  useEffect(() => {
    start.current = onStart;
  });
  useEffect(() => {
    const created = new Stage(scenes, () => start.current());
    stage.current = created;
    return () => created.close();
  }, [scenes]);
  return useMemo(
    () => ({
      setViewer: (viewer) => stage.current?.setViewer(viewer),
      setEnter: (enter) => stage.current?.setEnter(enter),
      onScene: (scene) => stage.current?.onScene(scene),
      onView: () => stage.current?.onView(),
      onHotspot: (hotspot) => stage.current?.onHotspot(hotspot),
    }),
    [],
  );
}
