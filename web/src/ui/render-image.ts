import type { ReactNode } from 'react';

export interface TourImage {
  tour: string;
  alt: string;
}

/** Screens on which a wide image would be cut to its middle third. */
export const UPRIGHT = '(max-aspect-ratio: 3/4)';

export interface ImageOptions {
  sizes: string;
  /** Whether it is loaded at once, as the first large image of a page. */
  eager?: boolean;
  /** Fills its parent instead of keeping 3:2. */
  fill?: boolean;
  /** The URL of the image for upright screens, where it is another one. */
  portrait?: string | undefined;
}

/** Undefined where a text has no image, or the catalogue lacks it. Routes pass it to components, since images belong to tours. */
export type RenderImage = (picture: TourImage | undefined, options: ImageOptions) => ReactNode | undefined;
