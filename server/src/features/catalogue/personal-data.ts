import type { Db } from '../../database/database.ts';

/** The likes of members, for their export. They stay when a member leaves: counts must still add up. */
export const likesAsPersonalData = {
  async export(db: Db, memberId: string) {
    const likes = await db
      .selectFrom('experience_likes as liked')
      .leftJoin('experiences as experience', 'experience.id', 'liked.experience_id')
      .select(['experience.slug', 'experience.title', 'liked.created_at'])
      .where('liked.member_id', '=', memberId)
      .orderBy('liked.created_at')
      .execute();
    return { likes: likes.map(({ created_at, ...like }) => ({ ...like, createdAt: created_at })) };
  },
};
