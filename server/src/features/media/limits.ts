/** Widths in pixels of what is taken in; heights are half of them. */
export const MIN_WIDTH = 1024;
export const MAX_PHOTO_WIDTH = 16_384;
export const MAX_VIDEO_WIDTH = 8192;
