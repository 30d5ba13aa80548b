import { sql } from 'kysely';
import { Batch } from '../../batch.ts';
import type { Db } from '../../database/database.ts';

/** What a member has of some experiences, at the moment. */
export interface MemberState {
  /** Whether they have an active plan, which opens the experiences that plans include. */
  hasPlan: boolean;
  unlocked: ReadonlySet<number>;
  liked: ReadonlySet<number>;
  /** The current numbers of likes of those that the member liked a moment ago, which cached pages may not include. */
  likeCounts: ReadonlyMap<number, number>;
}

export interface MemberStates {
  /** The member's state of these experiences, never older than the call. */
  of(memberId: string, experienceIds: readonly number[]): Promise<MemberState>;
}

/** Longer than any page is cached. */
const RECENT = sql`interval '10 seconds'`;

const NO_IDS: ReadonlySet<number> = new Set();
const NO_COUNTS: ReadonlyMap<number, number> = new Map();
export const GUEST_STATE: MemberState = {
  hasPlan: false,
  unlocked: NO_IDS,
  liked: NO_IDS,
  likeCounts: NO_COUNTS,
};

interface Asked {
  memberId: string;
  experienceIds: readonly number[];
}

interface Row {
  hasPlan: boolean;
  unlocked: number[];
  /** Ids with the numbers of likes, which are null for likes of long ago. */
  liked: [id: number, likeCount: number | null][];
}

function presentState({ hasPlan, unlocked, liked }: Row): MemberState {
  const recent = liked.filter((entry): entry is [number, number] => entry[1] !== null);
  return {
    hasPlan,
    unlocked: unlocked.length === 0 ? NO_IDS : new Set(unlocked),
    liked: liked.length === 0 ? NO_IDS : new Set(liked.map(([id]) => id)),
    likeCounts: recent.length === 0 ? NO_COUNTS : new Map(recent),
  };
}

/** One row for each member, in the same order. */
async function findStates(db: Db, asked: readonly Asked[]): Promise<MemberState[]> {
  const members = asked.map(({ memberId }) => memberId);
  const pages = asked.map(({ experienceIds }) => `{${experienceIds.join()}}`);
  const { rows } = await sql<Row>`
    SELECT coalesce(is_plan_active(m.tier, m.tier_until, m.plus_until), false) AS "hasPlan",
      ARRAY(SELECT u.experience_id FROM unlocks AS u
        WHERE u.member_id = asked.member_id AND u.experience_id = ANY (asked.page::integer[])) AS unlocked,
      ARRAY(SELECT ARRAY[l.experience_id, CASE WHEN l.created_at > now() - ${RECENT}
          THEN (SELECT sum(c.likes) FROM experience_counters AS c WHERE c.experience_id = l.experience_id)::integer END]
        FROM experience_likes AS l
        WHERE l.member_id = asked.member_id AND l.experience_id = ANY (asked.page::integer[])) AS liked
    FROM unnest(${members}::text[], ${pages}::text[]) WITH ORDINALITY AS asked (member_id, page, place)
    LEFT JOIN members AS m ON m.id = asked.member_id
    ORDER BY asked.place
  `.execute(db);
  return rows.map(presentState);
}

/**
 * Reads members' states from the database each time, so that what a member does counts at once, whichever process did it.
 * Requests that arrive together share a statement.
 */
export function createMemberStates(db: Db): MemberStates {
  const states = new Batch((asked: Asked[]) => findStates(db, asked));
  return {
    async of(memberId, experienceIds) {
      return experienceIds.length === 0 ? GUEST_STATE : states.get({ memberId, experienceIds });
    },
  };
}
