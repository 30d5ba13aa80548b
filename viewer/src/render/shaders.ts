/** Levels that a pyramid may have; 12 reach from 16 texels to 32,768. */
export const MAX_LEVELS = 12;

/** One triangle that covers the screen; no buffers. */
export const VERTEX = `#version 300 es
uniform mat3 camera;
uniform vec2 extent;
out vec3 direction;
void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
  direction = camera * vec3(corner * extent, -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/**
 * Where in the picture a direction is, from 0 to 1: `coverage` is the corner of what the picture covers of the sphere, and one
 * over its size. `part` places the picture, or one eye's, in what is sampled: its corner and its size.
 */
const SHARED = `
precision highp float;
in vec3 direction;
out vec4 colour;
uniform vec4 coverage;
uniform vec4 part;
vec4 look(vec2 uv);
void main() {
  vec2 sphere = vec2(
    atan(direction.x, -direction.z) * 0.15915494 + 0.5,
    0.5 - atan(direction.y, length(direction.xz)) * 0.31830989);
  vec2 uv = (sphere - coverage.xy) * coverage.zw;
  vec2 aside = abs(uv - 0.5);
  colour = look(uv) * step(max(aside.x, aside.y), 0.5001);
}`;

/** An equirectangular image, or a part of it, in one texture: a photo, a preview or a video frame. */
export const WHOLE_FRAGMENT = `#version 300 es
${SHARED}
uniform sampler2D whole;
vec4 look(vec2 uv) { return textureLod(whole, uv * part.zw + part.xy, 0.0); }`;

/**
 * Tiles in the layers of an array texture. `pages` names, for each tile of the finest level, the layer and the
 * level of the best tile that covers it; layer 255 is none. Beyond `end`, the last whole texel of the coarsest level, a
 * texel may show both eyes, and beyond `low` and `high` is the other's.
 */
const TILES = `${SHARED}
uniform highp usampler2D pages;
uniform highp sampler2DArray tiles;
uniform vec2 sizes[${MAX_LEVELS}];
uniform int finest;
uniform float tileSize;
struct Place { vec2 texel, size, levelSize, low, high; float layer; };
Place locate(vec2 uv) {
  vec2 far = part.xy + part.zw;
  vec2 end = floor(far * sizes[0]) / sizes[0] - step(far, vec2(0.99)) * 0.5 / sizes[finest];
  uv = clamp(vec2(coverage.z > 1.0 ? uv.x : fract(uv.x), uv.y) * part.zw + part.xy, part.xy, end);
  ivec2 cell = min(ivec2(uv * sizes[finest] / tileSize), textureSize(pages, 0) - 1);
  uvec4 page = texelFetch(pages, cell, 0);
  vec2 levelSize = sizes[page.g];
  vec2 origin = vec2(cell >> (finest - int(page.g))) * tileSize;
  vec2 size = min(levelSize - origin, tileSize);
  vec2 low = max(ceil(part.xy * levelSize) - origin, 0.0) + 0.5;
  vec2 high = max(low, min(size, floor(far * levelSize) - origin) - 0.5);
  return Place(uv * levelSize - origin, size, levelSize * part.zw, low, high, float(page.r));
}
vec4 texelOf(Place place) {
  vec2 texel = clamp(place.texel, place.low, place.high) / tileSize;
  return textureLod(tiles, vec3(texel, place.layer), 0.0) * float(place.layer < 255.0);
}`;

/** For texels about as large as pixels: at a tile's edge the filter stops half a texel short, which is unseen. */
export const TILES_FRAGMENT = `#version 300 es
${TILES}
vec4 look(vec2 uv) { return texelOf(locate(uv)); }`;

/**
 * For enlarged texels: within half a texel of a tile's edge the four neighbours are fetched one by one, each
 * through its own page, so that the filter goes across tiles, levels and the image's ends.
 */
export const ENLARGED_TILES_FRAGMENT = `#version 300 es
${TILES}
vec4 tap(vec2 uv) { return texelOf(locate(uv)); }
vec4 look(vec2 uv) {
  Place place = locate(uv);
  vec2 inset = min(place.texel, place.size - place.texel);
  if (min(inset.x, inset.y) >= 0.5) return texelOf(place);
  vec2 texel = uv * place.levelSize - 0.5;
  vec2 share = fract(texel);
  vec2 corner = (floor(texel) + 0.5) / place.levelSize;
  vec2 next = corner + 1.0 / place.levelSize;
  return mix(
    mix(tap(corner), tap(vec2(next.x, corner.y)), share.x),
    mix(tap(vec2(corner.x, next.y)), tap(next), share.x),
    share.y);
}`;
