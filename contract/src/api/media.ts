import { z } from 'zod';

/**
 * An experience's image for cards, in several widths and formats. The URL of one is `pattern` with `{width}` and
 * `{format}` filled in.
 */
export const Thumbnails = z
  .object({
    pattern: z.string(),
    widths: z.array(z.number().int()),
    formats: z.array(z.enum(['avif', 'webp', 'jpg'])),
    aspectRatio: z.number().describe('Width by height.'),
    colour: z.string().describe('The average colour, `#rrggbb`, shown until the picture is there.'),
  })
  .meta({ id: 'Thumbnails' });
export type Thumbnails = z.infer<typeof Thumbnails>;

/** Equirectangular tiles, coarse to fine; row 0 is the top, column 0 begins at yaw -180 degrees. */
export const TilePyramid = z
  .object({
    tileSize: z.number().int(),
    url: z.string().describe('With {level}, {row} and {column}.'),
    levels: z.array(
      z.object({
        width: z.number().int(),
        height: z.number().int(),
        columns: z.number().int(),
        rows: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'TilePyramid' });
export type TilePyramid = z.infer<typeof TilePyramid>;

/** What the viewer needs besides `vrUrl`; only in the response for one experience that the caller may open. */
export const Panorama = z
  .object({
    preview: z
      .string()
      .optional()
      .describe('A blurred equirectangular picture of a few kB, as a data: address.'),
    tiles: TilePyramid.optional(),
    poster: z.string().optional().describe('For videos: an equirectangular still.'),
    duration: z.number().optional().describe('For videos: seconds.'),
    initialView: z
      .object({ yaw: z.number(), pitch: z.number() })
      .optional()
      .describe('Degrees from the centre of the picture, right and up positive.'),
    looks: z
      .array(
        z.object({
          id: z.string(),
          label: z.string(),
          view: z.object({ yaw: z.number(), pitch: z.number(), fov: z.number().describe('Vertical.') }),
        }),
      )
      .optional()
      .describe('Captioned views, in degrees, of a tour that is this picture alone.'),
    expiresAt: z.string().optional().describe('When the signed addresses stop working; ask again before.'),
  })
  .meta({ id: 'Panorama' });
export type Panorama = z.infer<typeof Panorama>;
