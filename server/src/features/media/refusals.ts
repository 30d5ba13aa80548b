import { AppError } from '../../errors.ts';

/** Why a file is refused: the status, the code and what to do about it. */
const REFUSALS = {
  media_type_unsupported: [
    415,
    'This is not a picture or film that can be shown. Use JPEG, PNG, WebP, AVIF, MP4 or WebM.',
  ],
  media_not_stitched: [415, 'This file has to be exported by the camera’s own app first.'],
  media_projection_unsupported: [
    415,
    'This film is not a whole equirectangular sphere. Please export it as equirectangular 360 video.',
  ],
  media_animated: [415, 'Animated pictures cannot be shown. Use a still picture, or an MP4 or WebM film.'],
  media_empty: [422, 'The file is empty.'],
  media_corrupt: [422, 'The file is damaged or incomplete. Please export it again.'],
  media_wrong_shape: [422, 'A 360-degree picture or film must be exactly twice as wide as it is high.'],
  media_too_small: [422, 'The picture is too small. It must be at least 1024 by 512 pixels.'],
  media_too_many_pixels: [422, 'The picture is too large. It may have at most 16384 by 8192 pixels.'],
  media_film_too_many_pixels: [422, 'The film is too large. It may have at most 8192 by 4096 pixels.'],
  media_file_too_large: [413, 'The file is too large.'],
  media_no_picture_track: [422, 'The film has no picture track.'],
  media_codec_unsupported: [
    415,
    'The film uses a codec that cannot be read here. Use H.264, HEVC, VP8 or VP9.',
  ],
  media_film_unsupported: [415, 'This is not a film that can be played. Use MP4 or WebM.'],
  media_sound_unsupported: [415, 'This is not a sound that can be played. Use MP3, or M4A with AAC.'],
  media_sound_with_picture: [415, 'This is a film, not a sound. Use MP3, or M4A with AAC.'],
  media_sound_too_long: [422, 'The sound is too long. It may last 20 minutes.'],
  media_work_failed: [500, 'This file could not be prepared. Please upload it again.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** Refuses a file, with a reason that may be shown to the sender. */
export class MediaRefused extends AppError {
  override name = 'MediaRefused';

  /** @param detail a more precise sentence than the default */
  constructor(code: RefusalCode, detail?: string) {
    super(REFUSALS[code][0], code, detail ?? REFUSALS[code][1]);
  }
}

export function isRefusalCode(text: string): text is RefusalCode {
  return Object.hasOwn(REFUSALS, text);
}

/** The allowed deviation from the aspect ratio of a full sphere, 2:1. */
export const ASPECT_TOLERANCE = 0.01;

/** @throws {MediaRefused} unless a photo or video of this size is a full sphere within the given widths */
export function checkShape(
  width: number,
  height: number,
  limits: { minWidth: number; maxWidth: number; tooLarge: RefusalCode },
): void {
  if (!(width > 0 && height > 0)) throw new MediaRefused('media_corrupt');
  if (Math.abs(width / height / 2 - 1) > ASPECT_TOLERANCE) {
    throw new MediaRefused(
      'media_wrong_shape',
      `A 360-degree picture or film must be exactly twice as wide as it is high. This one has ${width} by ${height} pixels.`,
    );
  }
  if (width < limits.minWidth || height < limits.minWidth / 2) throw new MediaRefused('media_too_small');
  if (width > limits.maxWidth || height > limits.maxWidth / 2) throw new MediaRefused(limits.tooLarge);
}
