import type { FilmLayout } from './film-projection.ts';
import { eyesIn } from './left-eye.ts';
import { MAX_VIDEO_WIDTH, MIN_WIDTH, type StereoLayout } from './manifest.ts';
import { ASPECT_TOLERANCE, checkShape, MediaRefused } from './refusals.ts';

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

/** Narrower square films that say nothing are flat, as photos are. */
const MIN_SQUARE_WIDTH = 3840;

const SHOWN_LAYOUTS =
  'Please export it with the left eye above (top-bottom) or on the left (left-right), or for one eye (mono).';
const RIGHT_EYE_FIRST = `This film has the picture of the right eye first. ${SHOWN_LAYOUTS}`;
const OTHER_EYES = `This film holds the pictures of both eyes in a way that cannot be shown. ${SHOWN_LAYOUTS}`;

/** What frames may be, and how that is said. */
const SHAPES: Record<StereoLayout, { whole: number; sentence: string }> = {
  'top-bottom': {
    whole: 1,
    sentence: 'one eye above the other must be as wide as it is high, or twice as wide',
  },
  'left-right': {
    whole: 4,
    sentence: 'one eye beside the other must be four times as wide as it is high, or twice as wide',
  },
};
/** Of a frame into which both eyes are squeezed, width by height. */
const SQUEEZED = 2;

const isNear = (ratio: number, wanted: number) => Math.abs(ratio / wanted - 1) <= ASPECT_TOLERANCE;

/**
 * How a film of a whole sphere holds a picture for each eye, by what its container says, else by its shape; undefined for one eye.
 *
 * @throws {MediaRefused} where the eyes are laid out as the viewer cannot show them
 */
export function eyesOfFilm(
  { width, height }: Size,
  layout: FilmLayout | undefined,
): StereoLayout | undefined {
  const { projection, stereo } = layout ?? {};
  if (projection === 'right-eye-first')
    throw new MediaRefused('media_projection_unsupported', RIGHT_EYE_FIRST);
  if (projection === 'stereoscopic') throw new MediaRefused('media_projection_unsupported', OTHER_EYES);
  if (projection !== undefined) return stereo;
  return isNear(width / height, 1) && width >= MIN_SQUARE_WIDTH ? 'top-bottom' : undefined;
}

/**
 * Checks the frame of a film of a whole sphere. With a picture for each eye, each is twice as wide as it is high, or both are
 * squeezed into a frame of that shape.
 *
 * @throws {MediaRefused} if the frame is of another shape, too small or too large
 */
export function checkFilmShape({ width, height }: Size, stereo: StereoLayout | undefined): void {
  const tooLarge = 'media_film_too_many_pixels';
  if (stereo === undefined) {
    checkShape(width, height, { minWidth: MIN_WIDTH, maxWidth: MAX_VIDEO_WIDTH, tooLarge });
    return;
  }
  if (!(width > 0 && height > 0)) throw new MediaRefused('media_corrupt');
  const { whole, sentence } = SHAPES[stereo];
  if (!isNear(width / height, whole) && !isNear(width / height, SQUEEZED))
    throw new MediaRefused(
      'media_wrong_shape',
      `A 360-degree film with ${sentence}. This one has ${width} by ${height} pixels.`,
    );
  if (width / eyesIn(stereo).across < MIN_WIDTH)
    throw new MediaRefused(
      'media_too_small',
      `The film is too small. The picture of each eye must be at least ${MIN_WIDTH} pixels wide.`,
    );
  if (Math.max(width, height) > MAX_VIDEO_WIDTH)
    throw new MediaRefused(
      tooLarge,
      `The film is too large. With a picture for each eye it may have at most ${MAX_VIDEO_WIDTH} by ${MAX_VIDEO_WIDTH} pixels.`,
    );
}
