import type { Cluster } from './clusters.ts';
import type { Camera, Point, Size } from './geometry.ts';

/** From the theme; `place-map.module.css` names them. */
export interface Colours {
  water: string;
  land: string;
  coast: string;
  mark: string;
  onMark: string;
  lit: string;
  onLit: string;
}

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--map-${name}`).trim() || '#888';
  return {
    water: of('water'),
    land: of('land'),
    coast: of('coast'),
    mark: of('mark'),
    onMark: of('on-mark'),
    lit: of('lit'),
    onLit: of('on-lit'),
  };
}

/** Where a point of the world is on the map, in CSS pixels from its top left corner. */
export const onMap = ({ x, y }: Point, camera: Camera, { width, height }: Size): Point => ({
  x: (x - camera.x) * camera.scale + width / 2,
  y: (y - camera.y) * camera.scale + height / 2,
});

/** Pixels from the middle of a mark to its edge. */
export const radiusOf = (count: number) => (count === 1 ? 9 : 13 + Math.min(13, 2.2 * Math.log2(count)));

/** More pixels than these cost time and show nothing. */
const MAX_RATIO = 2;

interface Surface {
  size: Size;
  /** Device pixels in a CSS pixel. */
  ratio: number;
}

interface Canvas extends Surface {
  context: CanvasRenderingContext2D;
}

/** Gives a canvas as many pixels as it is large. */
export function fitCanvas(element: HTMLCanvasElement): Surface {
  const ratio = Math.min(MAX_RATIO, devicePixelRatio);
  const size = { width: element.clientWidth, height: element.clientHeight };
  element.width = Math.round(size.width * ratio);
  element.height = Math.round(size.height * ratio);
  return { size, ratio };
}

export function drawLand({ context, size, ratio }: Canvas, camera: Camera, land: Path2D, colours: Colours) {
  const { width, height } = size;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.water;
  context.fillRect(0, 0, width, height);
  const scale = camera.scale * ratio;
  context.setTransform(
    scale,
    0,
    0,
    scale,
    (width / 2 - camera.x * camera.scale) * ratio,
    (height / 2 - camera.y * camera.scale) * ratio,
  );
  context.fillStyle = colours.land;
  context.fill(land, 'evenodd');
  context.strokeStyle = colours.coast;
  context.lineWidth = 0.75 / camera.scale;
  context.lineJoin = 'round';
  context.stroke(land);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** The arch of the logo, its foot on the place. */
function arch(context: CanvasRenderingContext2D, { x, y }: Point, half: number) {
  context.beginPath();
  context.arc(x, y - half, half, Math.PI, 0);
  context.lineTo(x + half, y + half * 0.8);
  context.lineTo(x - half, y + half * 0.8);
  context.closePath();
}

export interface Mark {
  cluster: Cluster;
  isLit: boolean;
}

/** @param font the family of numbers */
export function drawMarks(
  { context, size }: Canvas,
  camera: Camera,
  marks: readonly Mark[],
  colours: Colours,
  font: string,
): void {
  context.lineWidth = 2;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { cluster, isLit } of marks) {
    const at = onMap(cluster, camera, size);
    if (at.x < -40 || at.y < -40 || at.x > size.width + 40 || at.y > size.height + 40) continue;
    const count = cluster.members.length;
    const radius = radiusOf(count) * (isLit ? 1.2 : 1);
    if (count === 1) arch(context, at, radius * 0.8);
    else {
      context.beginPath();
      context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    }
    context.fillStyle = isLit ? colours.lit : colours.mark;
    context.strokeStyle = colours.land;
    context.fill();
    context.stroke();
    if (count === 1) continue;
    context.fillStyle = isLit ? colours.onLit : colours.onMark;
    context.font = `600 ${count > 999 ? 11 : 13}px ${font}`;
    context.fillText(count > 9999 ? '9999+' : String(count), at.x, at.y + 0.5);
  }
}
