import type { ExperienceDetail } from '@oriel/contract';

/** What a locked tour holds, in one sentence. */
export function insideOf({ mediaType, tour }: Pick<ExperienceDetail, 'mediaType' | 'tour'>): string {
  if (tour) {
    const { scenes, plans } = tour;
    const viewpoints = scenes.length === 1 ? 'one viewpoint' : `${scenes.length} viewpoints`;
    return `Inside: ${viewpoints} to walk between${plans.length > 0 ? ', with the floor plan' : ''}.`;
  }
  if (mediaType === 'video') return 'Inside: a 360° film with sound, all around you.';
  if (mediaType === 'photo') return 'Inside: one viewpoint, all around you, sharp enough to look closely.';
  return 'Inside: the plan, room by room.';
}
