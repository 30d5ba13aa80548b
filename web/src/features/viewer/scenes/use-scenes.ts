import type { SceneDetail, SceneHotspot, TourOutline, TourView } from '@oriel/contract';
import { hotspotDirection } from '@oriel/contract/shared/tour/pose';
import { arrivalView } from '@oriel/contract/shared/tour/views';
import type { Scene, Viewer } from '@oriel/viewer';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { directionInRadians, inRadians } from './angles.ts';
import { sceneOf } from './scene-of.ts';
import { lightInUrl, sceneInUrl, searchOf, viewInUrl } from './tour-url.ts';
import { useLight } from './use-light.ts';
import { useViewUrl } from './use-view-url.ts';

interface Options {
  tour: TourOutline;
  first: SceneDetail;
  origin: string;
  /** @param fresh whether URLs of before have expired */
  fetchScene: (id: string, fresh?: boolean) => Promise<SceneDetail>;
}

interface Entry {
  /** Through which the visitor goes. */
  door?: SceneHotspot | undefined;
  /** The first view there; by default what the door or the scene says. */
  view?: TourView;
}

/** Follows the URL from scene to scene: links, doors and the browser's Back all change it. */
export function useScenes({ tour, first, origin, fetchScene }: Options) {
  const location = useLocation();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [current, setCurrent] = useState(first);
  const [hasFailed, setHasFailed] = useState(false);
  const [firstLight] = useState(() => lightInUrl(location.search));
  const [firstScene] = useState((): Scene => {
    const view = viewInUrl(tour, location.search, first.id);
    return sceneOf(first, origin, { view, lightId: firstLight });
  });
  const viewUrl = useViewUrl(viewer, current.id);
  /** The scene that is in view or on its way there. */
  const target = useRef(first.id);
  const arriving = useRef<SceneDetail>(undefined);
  const door = useRef<SceneHotspot>(undefined);
  const place = useRef(location.key);
  const chosenLight = useRef(firstLight);
  const latest = useRef({ current, fetchScene, origin });
  useEffect(() => {
    latest.current = { current, fetchScene, origin };
  });

  const renew = useCallback(async (id: string) => {
    const { fetchScene, origin } = latest.current;
    const detail = await fetchScene(id, true);
    if (target.current === id) arriving.current = detail;
    return sceneOf(detail, origin, { lightId: chosenLight.current });
  }, []);
  const light = useLight({ viewer, current, origin, first: firstLight, target, chosen: chosenLight, renew });
  const lightNow = useRef(light);
  useEffect(() => {
    lightNow.current = light;
  });

  const go = useCallback(
    async (viewer: Viewer, id: string, view: TourView | undefined) => {
      target.current = id;
      const passed = door.current?.target === id ? door.current : undefined;
      door.current = undefined;
      setHasFailed(false);
      viewUrl.pause();
      const to = await latest.current.fetchScene(id).catch(() => undefined);
      if (target.current !== id) return;
      if (to === undefined) return setHasFailed(true);
      const through = passed && arrivalView(latest.current.current, hotspotDirection(passed), passed, to);
      const arrival = view ?? through ?? to.view;
      arriving.current = to;
      const hasArrived = await viewer.go(
        sceneOf(to, latest.current.origin, { lightId: chosenLight.current }),
        {
          arrival: inRadians(arrival),
          renewScene: () => renew(id),
          ...(passed && { towards: directionInRadians(hotspotDirection(passed)) }),
        },
      );
      if (hasArrived && target.current === id) viewUrl.resume();
    },
    [renew, viewUrl],
  );

  const wanted = sceneInUrl(tour, location.search) ?? first.id;
  const view = viewInUrl(tour, location.search, wanted);
  const lightId = lightInUrl(location.search);
  useEffect(() => {
    if (viewer === null) return;
    const hasMoved = place.current !== location.key;
    place.current = location.key;
    const isBack = hasMoved && navigationType === 'POP';
    const { show, keep } = lightNow.current;
    if (wanted !== target.current) {
      if (isBack) keep(lightId);
      void go(viewer, wanted, view);
    } else if (isBack) {
      if (view) viewer.look(inRadians(view));
      void show(lightId);
    }
  }, [viewer, wanted, view, lightId, location.key, navigationType, go]);

  /** @returns false if the visitor is there already, or on the way */
  const enter = (id: string, { door: through, view }: Entry = {}): boolean => {
    if (id === target.current && !hasFailed) return false;
    if (id === target.current) {
      if (viewer) void go(viewer, id, view);
      return true;
    }
    viewUrl.flush();
    door.current = through;
    void navigate(
      { search: searchOf({ scene: id, ...(view && { view }) }, window.location.search) },
      { preventScrollReset: true, state: location.state },
    );
    return true;
  };

  return {
    viewer,
    setViewer,
    current,
    firstScene,
    /** The scene to go to could not be loaded; `enter` tries again. */
    failedId: hasFailed ? target.current : undefined,
    enter,
    light,
    renew: useCallback(() => renew(target.current), [renew]),
    listeners: {
      /** @returns whether another scene is in view than before */
      ready: () => {
        const arrived = arriving.current;
        arriving.current = undefined;
        if (arrived) setCurrent(arrived);
        else viewUrl.resume();
        return arrived !== undefined;
      },
      viewchange: viewUrl.note,
    },
  };
}
