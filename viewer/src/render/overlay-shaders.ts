/** What all vertex shaders of hotspots begin with. */
export const SHARED = `#version 300 es
uniform mat3 camera;
uniform vec2 extent;
uniform vec2 screen;
uniform ivec3 lit;
bool isLit(int index) { return index == lit.x || index == lit.y; }
`;

/** A sprite's middle is on a whole pixel, where its lines are sharp. The atlas has two rows of squares. */
export const SPRITE_VERTEX = `
uniform sampler2D atlas;
layout(location = 0) in vec4 point;
out vec2 place;
void main() {
  vec3 at = point.xyz * camera;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 size = vec2(textureSize(atlas, 0));
  float cell = size.y * 0.5;
  place = (vec2(point.w, isLit(gl_InstanceID)) + vec2(corner.x, 1.0 - corner.y)) * cell / size;
  vec2 middle = floor((at.xy / -at.z / extent * 0.5 + 0.5) * screen + 0.5);
  vec2 pixel = middle + (corner - 0.5) * cell * (gl_InstanceID == lit.z ? 0.92 : 1.0);
  gl_Position = vec4(at.z < -0.01 ? pixel / screen * 2.0 - 1.0 : vec2(2.0), 0.0, 1.0);
}`;

export const SPRITE_FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D atlas;
uniform float alpha;
in vec2 place;
out vec4 colour;
void main() { colour = texture(atlas, place) * alpha; }`;
