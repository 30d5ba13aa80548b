import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { moved } from '../moved.ts';

/** An entry that is held: by the pointer it floats over the others, by keys it is already where it would go. */
type Held<Id> =
  | { by: 'pointer'; id: Id; from: number; to: number; offset: number }
  | { by: 'keys'; id: Id; order: readonly Id[] };

interface Options<Id> {
  ids: readonly Id[];
  nameOf: (id: Id) => string;
  /** @param before the id of the entry that it goes before; null for the end */
  onMove: (id: Id, before: Id | null) => void;
}

/** This near to an edge of the window, a held entry scrolls the page. In pixels. */
const EDGE = 72;

/** Puts the rows of a list in order by dragging their handles, or by keys: space lifts, arrows move, space drops. */
export function useReorder<Id extends number | string>({ ids, nameOf, onMove }: Options<Id>) {
  const [held, setHeld] = useState<Held<Id>>();
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const rows = useRef({ start: 0, boxes: [] as { top: number; height: number }[] });

  const placeOf = (id: Id, order: readonly Id[]) =>
    `${nameOf(id)}, ${order.indexOf(id) + 1} of ${order.length}`;
  const move = (id: Id, order: readonly Id[]) => {
    const place = order.indexOf(id);
    if (place !== ids.indexOf(id)) onMove(id, order[place + 1] ?? null);
  };
  const dropHeld = () => {
    if (held === undefined) return;
    const order = held.by === 'keys' ? held.order : moved(ids, held.from, held.to);
    setHeld(undefined);
    setSpoken(`${placeOf(held.id, order)}, dropped.`);
    move(held.id, order);
  };
  const cancel = () => {
    if (held) setSpoken(`${placeOf(held.id, ids)}, back in its place.`);
    setHeld(undefined);
  };

  const isDragged = held?.by === 'pointer';
  useEffect(() => {
    if (!isDragged) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') setHeld(undefined);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isDragged]);

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>, id: Id) => {
    if (event.button !== 0 || list.current === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    rows.current = {
      start: event.clientY + window.scrollY,
      boxes: [...list.current.children].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { top: top + window.scrollY, height };
      }),
    };
    const from = ids.indexOf(id);
    setHeld({ by: 'pointer', id, from, to: from, offset: 0 });
  };
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (held?.by !== 'pointer') return;
    if (clientY < EDGE) window.scrollBy(0, -12);
    else if (clientY > window.innerHeight - EDGE) window.scrollBy(0, 12);
    const { start, boxes } = rows.current;
    const offset = clientY + window.scrollY - start;
    const own = boxes[held.from];
    if (own === undefined) return;
    const middle = own.top + own.height / 2 + offset;
    const passed = boxes.filter(({ top, height }, index) => index !== held.from && top + height / 2 < middle);
    setHeld({ ...held, offset, to: passed.length });
  };

  const onKeyDown = (event: KeyboardEvent, id: Id) => {
    const isHeld = held?.by === 'keys' && held.id === id;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (isHeld) return dropHeld();
      setHeld({ by: 'keys', id, order: ids });
      setSpoken(`${placeOf(id, ids)}, lifted.`);
    } else if (isHeld && event.key === 'Escape') {
      event.stopPropagation();
      cancel();
    } else if (isHeld && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const from = held.order.indexOf(id);
      const to = from + (event.key === 'ArrowUp' ? -1 : 1);
      if (to < 0 || to >= held.order.length) return;
      const order = moved(held.order, from, to);
      setHeld({ ...held, order });
      setSpoken(`${placeOf(id, order)}.`);
    }
  };

  return {
    list,
    spoken,
    /** The ids in the order of the rows. */
    order: held?.by === 'keys' ? held.order : ids,
    isMoving: held !== undefined,
    handleOf: (id: Id) => ({
      'aria-pressed': held?.id === id,
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => onPointerDown(event, id),
      onPointerMove,
      onPointerUp: dropHeld,
      onPointerCancel: cancel,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, id),
      onBlur: () => held?.by === 'keys' && dropHeld(),
    }),
    rowOf: (id: Id) => {
      if (held?.by !== 'pointer') return { 'data-held': held?.id === id || undefined };
      const index = ids.indexOf(id);
      const height = rows.current.boxes[held.from]?.height ?? 0;
      const shift = index === held.from ? held.offset : shiftOf(index, held.from, held.to) * height;
      return {
        'data-held': index === held.from || undefined,
        'data-making-way': index !== held.from || undefined,
        style: { transform: shift === 0 ? undefined : `translateY(${shift}px)` },
      };
    },
  };
}

/** Whether a row makes way upwards (-1), downwards (1) or not for one that moves from one place to another. */
function shiftOf(index: number, from: number, to: number): number {
  if (from < index && index <= to) return -1;
  return to <= index && index < from ? 1 : 0;
}
