import type { ReactNode } from 'react';

export interface TourImage {
  tour: string;
  alt: string;
}

export interface ImageOptions {
  sizes: string;
  /** Whether it is loaded at once, as the first large image of a page. */
  eager?: boolean;
  /** Fills its parent instead of keeping 3:2. */
  fill?: boolean;
}

/** Undefined where a text has no image, or the catalogue lacks it. Routes pass it to components, since images belong to tours. */
export type RenderImage = (picture: TourImage | undefined, options: ImageOptions) => ReactNode | undefined;
