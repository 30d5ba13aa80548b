import type { ExperienceDetail } from '@oriel/contract';
import { nameOf, titleLineOf } from '../../features/catalogue/heading.ts';
import type { TourInfo } from '../../features/viewer/scene.ts';
import { formatCompact, formatTokens } from '../../format.ts';

/** What the controls of every tour show. */
export function tourInfoOf(experience: ExperienceDetail, viewCount = experience.viewCount): TourInfo {
  return {
    slug: experience.slug,
    name: nameOf(experience),
    place: titleLineOf(experience) || undefined,
    description: experience.description,
    category: experience.categoryName,
    offer: `${formatTokens(experience.tokensRequired)} unlock this tour for good. Leave the headset to unlock it.`,
    views: `${formatCompact(viewCount)} views`,
  };
}
