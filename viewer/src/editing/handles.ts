import { anchorOf, cornersOf, edgeOf } from './box.ts';
import { middleOf, vectorOf } from './geometry.ts';
import type { Handle, Line } from './layer.ts';
import type { EditedScene, EditedSpot, Part, SpotPlace } from './scene.ts';

/** What the handle of this key moves. */
export function partOf(key: string): Part {
  const [of = '', first = '', second = ''] = key.split(':');
  if (of === 'edge') return { of, edge: Number(first), end: Number(second) };
  if (of === 'corner' || of === 'between') return { of, id: first, index: Number(second) };
  return { of: 'spot', id: first };
}

export function handlesOf({ spots, selected, edges = [] }: EditedScene): Handle[] {
  const ends = edges.flatMap((edge, index) =>
    edge.map(
      (end, place): Handle => ({
        key: `edge:${index}:${place}`,
        vector: vectorOf(end),
        name: `Edge ${index + 1}, point ${place + 1}`,
        look: 'corner',
        isTabStop: true,
      }),
    ),
  );
  return [...spots.flatMap((spot) => handlesOfSpot(spot, spot.id === selected)), ...ends];
}

const cornersIn = (place: SpotPlace) =>
  'at' in place ? [] : 'box' in place ? cornersOf(place.box) : place.outline.map(vectorOf);

function handlesOfSpot({ id, kind, label, name, drawing, place }: EditedSpot, isSelected: boolean): Handle[] {
  const corners = cornersIn(place);
  const vector =
    'at' in place ? vectorOf(place.at) : 'box' in place ? anchorOf(place.box) : middleOf(corners);
  const handle: Handle = {
    key: `spot:${id}`,
    vector,
    name,
    caption: label,
    look: 'spot',
    kind,
    drawing,
    isSelected,
    isTabStop: isSelected,
  };
  if (!isSelected) return [handle];
  const whole = corners.length;
  return [
    handle,
    ...corners.map(
      (corner, index): Handle => ({
        key: `corner:${id}:${index}`,
        vector: corner,
        name: `Corner ${index + 1} of ${whole}`,
        look: 'corner',
        isTabStop: true,
      }),
    ),
    ...('box' in place ? [] : corners).map(
      (corner, index): Handle => ({
        key: `between:${id}:${index}`,
        vector: middleOf([corner, corners[(index + 1) % whole] ?? corner]),
        name: `Add a corner after corner ${index + 1}`,
        look: 'between',
        isTabStop: true,
      }),
    ),
  ];
}

export function linesOf({ spots, selected, edges = [] }: EditedScene): Line[] {
  const areas = spots.flatMap(({ id, place }): Line[] =>
    'at' in place
      ? []
      : [
          {
            vectors: 'box' in place ? edgeOf(place.box) : place.outline.map(vectorOf),
            isClosed: true,
            look: id === selected ? 'selected' : 'area',
          },
        ],
  );
  return [
    ...areas,
    ...edges.map((edge): Line => ({ vectors: edge.map(vectorOf), isClosed: false, look: 'edge' })),
  ];
}
