import type { Experience, Picture } from '@oriel/contract';
import { type Api, ApiError } from '../../api.ts';
import type { RenderImage } from '../../ui/render-image.ts';
import { ExperienceImage } from './experience-image.tsx';

/** The images of tours that a page shows, by the tour's slug. */
export type TourImages = Record<string, Pick<Experience, 'thumbnail' | 'thumbnails'>>;

/** Loads the images that texts refer to. What cannot be loaded is left out: no page fails for lack of an image. */
export async function loadTourImages(
  api: Api,
  pictures: readonly (Picture | undefined)[],
): Promise<TourImages> {
  const slugs = [...new Set(pictures.flatMap((picture) => picture?.tour ?? []))];
  const images = await Promise.all(
    slugs.map(async (slug) => {
      try {
        const { thumbnail, thumbnails } = (await api('GET /api/vr360/:id', { params: { id: slug } })).data;
        return [[slug, { thumbnail, ...(thumbnails && { thumbnails }) }]] as const;
      } catch (error) {
        if (error instanceof ApiError) return [];
        throw error;
      }
    }),
  );
  return Object.fromEntries(images.flat());
}

export function imageRenderer(tours: TourImages): RenderImage {
  return (picture, options) => {
    const tour = picture && tours[picture.tour];
    return tour && <ExperienceImage experience={tour} alt={picture.alt} {...options} />;
  };
}
