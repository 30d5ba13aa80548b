const SHARED = `#version 300 es
uniform mat3 camera;
uniform vec2 extent;
uniform vec2 screen;
uniform ivec3 lit;
bool isLit(int index) { return index == lit.x || index == lit.y; }
`;

/** A sprite's middle is on a whole pixel, where its lines are sharp. */
export const SPRITE_VERTEX = `${SHARED}
uniform vec2 cell;
layout(location = 0) in vec4 point;
out vec2 place;
void main() {
  vec3 at = point.xyz * camera;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  place = (vec2(point.w, isLit(gl_InstanceID)) + vec2(corner.x, 1.0 - corner.y)) / vec2(cell.y, 2.0);
  vec2 middle = floor((at.xy / -at.z / extent * 0.5 + 0.5) * screen + 0.5);
  vec2 pixel = middle + (corner - 0.5) * cell.x * (gl_InstanceID == lit.z ? 0.92 : 1.0);
  gl_Position = vec4(at.z < -0.01 ? pixel / screen * 2.0 - 1.0 : vec2(2.0), 0.0, 1.0);
}`;

export const SPRITE_FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D atlas;
uniform float alpha;
in vec2 place;
out vec4 colour;
void main() { colour = texture(atlas, place) * alpha; }`;

/** An area's triangles; what is behind the camera is clipped. */
export const AREA_VERTEX = `${SHARED}
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
export const EDGE_VERTEX = `${SHARED}
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

export const PAINT_FRAGMENT = `#version 300 es
precision highp float;
uniform float alpha;
uniform float width;
flat in vec4 paint;
in float across;
out vec4 colour;
void main() { colour = paint * alpha * clamp((1.0 - abs(across)) * width, 0.0, 1.0); }`;
