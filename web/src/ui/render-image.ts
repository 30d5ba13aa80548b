import type { ReactNode } from 'react';

/** The picture that a text names: that of a tour. */
export interface TourImage {
  /** The tour's slug. */
  tour: string;
  alt: string;
}

/** How a picture of the texts is shown. */
export interface ImageOptions {
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string;
  /** The first large picture of a page is fetched at once. */
  eager?: boolean;
  /** Fills its parent instead of keeping 3:2. */
  fill?: boolean;
}

/**
 * Makes the picture that a text names; undefined where the text names none, or the catalogue does not hold it. The page
 * gives it to the feature, since pictures are those of tours.
 */
export type RenderImage = (picture: TourImage | undefined, look: ImageOptions) => ReactNode | undefined;
