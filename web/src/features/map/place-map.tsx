import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Pins, placesOf } from './clusters.ts';
import styles from './place-map.module.css';
import { useMapCanvas } from './use-map-canvas.ts';
import { useMapGestures } from './use-map-gestures.ts';

interface Props {
  /** Undefined until they are loaded. */
  pins: Pins | undefined;
  /** The place that is pointed at elsewhere. */
  litId: number | undefined;
  /** Shows places that a visitor has pressed; at one point there may be several. */
  renderPlaces: (ids: readonly number[], onClose: () => void) => ReactNode;
}

/** The most places that are shown at once. */
const MAX_SHOWN = 12;
const ZOOM = 2;

/** A map of our own, drawn on a canvas. Visitors who cannot see it have the list, which shows the same places. */
export function PlaceMap({ pins, litId, renderPlaces }: Props) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const places = useMemo(() => pins && placesOf(pins), [pins]);
  const [shownIds, setShownIds] = useState<readonly number[]>([]);
  const [isKeyed, setKeyed] = useState(false);
  const [first] = shownIds;
  const map = useMapCanvas(canvas, places, litId ?? first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other places close what is open.
  useEffect(() => setShownIds([]), [places]);

  const press = (x: number, y: number, reach?: number) => {
    const mark = map.markAt(x, y, reach);
    if (!mark || !places) return setShownIds([]);
    if (map.open(mark)) return setShownIds([]);
    setShownIds(mark.members.slice(0, MAX_SHOWN).map((index) => places.ids[index] ?? 0));
  };
  const gestures = useMapGestures(frame, map, press);
  const close = () => {
    setShownIds([]);
    frame.current?.focus();
  };
  const count = places?.ids.length ?? 0;

  return (
    <section className={`${styles.colours} ${styles.map}`} aria-label="Map" data-ready={places !== undefined}>
      <section
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map.
        tabIndex={0}
        role="application"
        aria-roledescription="map"
        aria-label={`${count} ${count === 1 ? 'place' : 'places'} on a map. Arrow keys move it, plus and minus zoom, Enter opens what is nearest to its middle. The list has the same places.`}
        className={styles.frame}
        {...gestures}
        onKeyDown={(event) => {
          setKeyed(true);
          gestures.onKeyDown(event);
        }}
        onBlur={() => setKeyed(false)}
      >
        <canvas ref={canvas} className={styles.canvas} />
        {isKeyed && <span className={styles.aim} aria-hidden="true" />}
      </section>
      <div className={styles.tools}>
        <IconButton icon="plus" label="Zoom in" onClick={() => map.step(ZOOM)} />
        <IconButton icon="minus" label="Zoom out" onClick={() => map.step(1 / ZOOM)} />
        <IconButton icon="globe" label="Show all places" onClick={map.showAll} />
      </div>
      {map.hasFailed && (
        <p className={styles.failure} role="alert">
          The map could not be drawn. The list has all places.
        </p>
      )}
      {shownIds.length > 0 && (
        <div className={styles.places} key={first}>
          {renderPlaces(shownIds, close)}
        </div>
      )}
    </section>
  );
}
