import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { reducesMotion } from '../../ui/use-media-query.ts';
import { boxOf, type Cluster, clustersOf, type Places } from './clusters.ts';
import { type Colours, coloursOf, drawLand, drawMarks, fitCanvas, onMap, radiusOf } from './draw.ts';
import { type Camera, confine, fillingScale, fitted, panned, type Size, zoomed } from './geometry.ts';
import { loadLand } from './land.ts';

/** Pixels between marks. */
const CELL = 62;
/** All of a library are shown no closer than this at first. */
const MAX_FIRST_SCALE = 3000;
const ZOOM_MS = 260;
/** Pixels around a mark in which it is hit as well. */
const HIT_MARGIN = 8;

/** The camera of a map, its canvas, and what is drawn on it. */
export function useMapCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  places: Places | undefined,
  litId: number | undefined,
) {
  const camera = useRef<Camera>(undefined);
  const size = useRef<Size>({ width: 0, height: 0 });
  const ratio = useRef(1);
  const land = useRef<Path2D>(undefined);
  const colours = useRef<Colours>(undefined);
  const levels = useRef(new Map<number, Cluster[]>());
  const frame = useRef(0);
  const glideFrame = useRef(0);
  const latest = useRef({ places, litId });
  const [hasFailed, setFailed] = useState(false);

  const clusters = useCallback((): Cluster[] => {
    const { current } = latest;
    if (!current.places || !camera.current) return [];
    // Marks stay as they are while one zooms by less than half a step.
    const level = Math.round(2 * Math.log2(camera.current.scale));
    let found = levels.current.get(level);
    if (!found) {
      found = clustersOf(current.places, CELL / 2 ** (level / 2));
      levels.current.set(level, found);
    }
    return found;
  }, []);

  const draw = useCallback(() => {
    frame.current = 0;
    const [element, context] = [canvas.current, canvas.current?.getContext('2d')];
    if (!element || !context || !land.current || !camera.current) return;
    colours.current ??= coloursOf(element);
    const on = { context, size: size.current, ratio: ratio.current };
    drawLand(on, camera.current, land.current, colours.current);
    const { places, litId } = latest.current;
    const lit = litId === undefined ? undefined : places?.indexOf.get(litId);
    const marks = clusters().map((cluster) => ({
      cluster,
      isLit: lit !== undefined && cluster.members.includes(lit),
    }));
    // What is lit lies above the others.
    marks.sort((a, b) => Number(a.isLit) - Number(b.isLit));
    drawMarks(on, camera.current, marks, colours.current, getComputedStyle(element).fontFamily);
    element.dataset.marks = String(marks.length);
  }, [canvas, clusters]);

  const redraw = useCallback(() => {
    frame.current ||= requestAnimationFrame(draw);
  }, [draw]);

  const place = useCallback(
    (next: Camera) => {
      camera.current = confine(next, size.current);
      redraw();
    },
    [redraw],
  );

  /** At once; ends a glide. */
  const aim = useCallback(
    (next: Camera) => {
      cancelAnimationFrame(glideFrame.current);
      place(next);
    },
    [place],
  );

  /** Glides there; at once for visitors who prefer less motion. */
  const glide = useCallback(
    (to: Camera) => {
      const from = camera.current;
      if (!from || reducesMotion()) return aim(to);
      const end = confine(to, size.current);
      const began = performance.now();
      const step = (now: number) => {
        const share = Math.min(1, (now - began) / ZOOM_MS);
        const eased = 1 - (1 - share) ** 3;
        const mix = (a: number, b: number) => a + (b - a) * eased;
        place({
          x: mix(from.x, end.x),
          y: mix(from.y, end.y),
          scale: from.scale * (end.scale / from.scale) ** eased,
        });
        if (share < 1) glideFrame.current = requestAnimationFrame(step);
      };
      cancelAnimationFrame(glideFrame.current);
      glideFrame.current = requestAnimationFrame(step);
    },
    [aim, place],
  );

  const allPlaces = useCallback((): Camera | undefined => {
    const { places } = latest.current;
    if (size.current.width === 0 || !places) return undefined;
    const all = Array.from(places.ids.keys());
    const box = all.length > 0 ? boxOf(places, all) : { west: 0.3, east: 0.7, north: 0.3, south: 0.6 };
    return fitted(box, size.current, MAX_FIRST_SCALE);
  }, []);

  /** Around the middle of all places, filling the map. */
  const begin = useCallback(() => {
    const [all, { places }] = [allPlaces(), latest.current];
    if (!all || !places) return;
    const scale = Math.max(all.scale, fillingScale(size.current));
    const count = places.ids.length;
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / count;
    aim(scale > all.scale && count > 0 ? { x: mean(places.xs), y: mean(places.ys), scale } : all);
  }, [aim, allPlaces]);

  useEffect(() => {
    const isOther = latest.current.places !== places;
    latest.current = { places, litId };
    if (isOther || camera.current === undefined) {
      levels.current.clear();
      begin();
    }
    redraw();
  }, [places, litId, begin, redraw]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const measure = () => {
      ({ size: size.current, ratio: ratio.current } = fitCanvas(element));
      if (camera.current) aim(camera.current);
      else begin();
    };
    const resizing = new ResizeObserver(measure);
    resizing.observe(element);
    const recolour = () => {
      colours.current = undefined;
      redraw();
    };
    const theming = new MutationObserver(recolour);
    theming.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const forced = matchMedia('(forced-colors: active)');
    forced.addEventListener('change', recolour);
    loadLand().then(
      (loaded) => {
        land.current = loaded;
        redraw();
      },
      () => setFailed(true),
    );
    return () => {
      resizing.disconnect();
      theming.disconnect();
      forced.removeEventListener('change', recolour);
      cancelAnimationFrame(glideFrame.current);
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [canvas, aim, begin, redraw]);

  return {
    hasFailed,
    showAll: () => {
      const all = allPlaces();
      if (all) glide(all);
    },
    pan: (dx: number, dy: number) => camera.current && aim(panned(camera.current, dx, dy)),
    /** @param x, y what stays in place, in pixels from the top left corner */
    zoom: (factor: number, x: number, y: number) => {
      const { width, height } = size.current;
      if (camera.current) aim(zoomed(camera.current, factor, x - width / 2, y - height / 2, size.current));
    },
    /** Glides closer to the middle, or away from it. */
    step: (factor: number) => camera.current && glide(zoomed(camera.current, factor, 0, 0, size.current)),
    middle: () => ({ x: size.current.width / 2, y: size.current.height / 2 }),
    /** The mark at a point, or the nearest within a distance. */
    markAt: (x: number, y: number, reach = HIT_MARGIN): Cluster | undefined => {
      if (!camera.current) return undefined;
      let [nearest, least]: [Cluster | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
      for (const cluster of clusters()) {
        const at = onMap(cluster, camera.current, size.current);
        const away = Math.hypot(at.x - x, at.y - y) - radiusOf(cluster.members.length);
        if (away < least) [nearest, least] = [cluster, away];
      }
      return least <= reach ? nearest : undefined;
    },
    /** Comes closer until the places of a mark part. @returns false where they are at one point */
    open: ({ members }: Cluster): boolean => {
      const { places } = latest.current;
      if (!places || !camera.current) return false;
      const box = boxOf(places, members);
      const next = fitted(box, size.current);
      const spread = Math.max(box.east - box.west, box.south - box.north) * next.scale;
      if (members.length === 1 || spread < CELL / 2 || next.scale < camera.current.scale * 1.05) return false;
      glide(next);
      return true;
    },
  };
}

export type MapCanvas = ReturnType<typeof useMapCanvas>;
