import type { Vector3 } from '../math/view.ts';
import type { MarkLayer } from '../render/protocol.ts';
import type { Hotspot } from '../types.ts';
import { triangulate } from './areas.ts';
import { vectorOf } from './directions.ts';

export { areaAt } from './areas.ts';

/** Red, green, blue and opacity, multiplied; at rest, and lit. */
type Paint = readonly number[];
const FILL: Paint = [0.098, 0.094, 0.09, 0.1, 0.262, 0.196, 0.06, 0.35];
const SHADE: Paint = [0.057, 0.041, 0.014, 0.5, 0.114, 0.082, 0.027, 1];
const LINE: Paint = [0.787, 0.756, 0.718, 0.8, 0.984, 0.945, 0.898, 1];
/** Widths of the outline and of the shade around it, in CSS pixels. */
const LINE_WIDTH = 2.5;
const SHADE_WIDTH = 5;

/** An area's triangles; what is behind the camera is clipped. */
const AREA_VERTEX = `
uniform vec4 colours[2];
layout(location = 0) in vec4 point;
flat out vec4 paint;
out float across;
void main() {
  vec3 at = point.xyz * camera;
  across = 0.0;
  paint = colours[int(isLit(int(point.w)))];
  gl_Position = vec4(at.xy / extent, 0.0, -at.z);
}`;

/** An area's edge, from one corner to the next: so many pixels wide, which fade at its sides. */
const EDGE_VERTEX = `
uniform vec4 colours[2];
uniform float width;
layout(location = 0) in vec4 from;
layout(location = 1) in vec3 to;
flat out vec4 paint;
out float across;
void main() {
  vec3 a = from.xyz * camera;
  vec3 b = to * camera;
  bool isBehind = min(a.z, b.z) > -0.01;
  float share = (-0.01 - a.z) / (b.z - a.z);
  if (a.z > -0.01) a = mix(a, b, share);
  else if (b.z > -0.01) b = mix(a, b, share);
  vec2 start = a.xy / -a.z / extent * screen;
  vec2 end = b.xy / -b.z / extent * screen;
  vec2 along = normalize(end - start) * width;
  vec2 at = (gl_VertexID & 1) == 0 ? start - along : end + along;
  across = float((gl_VertexID & 2) - 1);
  vec2 aside = vec2(-along.y, along.x) * across;
  paint = colours[int(isLit(int(from.w)))];
  gl_Position = vec4(isBehind ? vec2(2.0) : (at + aside) / screen, 0.0, 1.0);
}`;

const PAINT_FRAGMENT = `#version 300 es
precision highp float;
uniform float alpha;
uniform float width;
flat in vec4 paint;
in float across;
out vec4 colour;
void main() { colour = paint * alpha * clamp((1.0 - abs(across)) * width, 0.0, 1.0); }`;

/** What the stage draws of the areas among these hotspots: their insides, and lines around them. */
export function areaLayers(
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
  pixelRatio: number,
): MarkLayer[] {
  const edges: number[] = [];
  const insides: number[] = [];
  hotspots.forEach(({ outline = [] }, index) => {
    const corners = outline.map(vectorOf);
    corners.forEach((corner, place) => {
      edges.push(...corner, index, ...(corners[(place + 1) % corners.length] ?? corner));
    });
    for (const corner of triangulate(corners, middles[index] ?? [0, 0, -1])) insides.push(...corner, index);
  });
  if (edges.length === 0) return [];
  return [
    {
      vertex: AREA_VERTEX,
      fragment: PAINT_FRAGMENT,
      items: new Float32Array(insides),
      size: 4,
      areStrips: false,
      coats: [{ colours: FILL, width: 1 }],
    },
    {
      vertex: EDGE_VERTEX,
      fragment: PAINT_FRAGMENT,
      items: new Float32Array(edges),
      size: 7,
      areStrips: true,
      coats: [
        { colours: SHADE, width: SHADE_WIDTH * pixelRatio },
        { colours: LINE, width: LINE_WIDTH * pixelRatio },
      ],
    },
  ];
}
