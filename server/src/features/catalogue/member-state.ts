import { sql } from 'kysely';
import { Batch } from '../../batch.ts';
import type { Db } from '../../database/database.ts';

/** What a member has of some experiences, at the moment. */
export interface MemberState {
  /** Whether they have an active plan, which opens the experiences that plans include. */
  hasPlan: boolean;
  unlocked: ReadonlySet<number>;
  liked: ReadonlySet<number>;
}

export interface MemberStates {
  /** The member's state of these experiences, never older than the call. */
  of(memberId: string, experienceIds: readonly number[]): Promise<MemberState>;
}

const NO_IDS: ReadonlySet<number> = new Set();
export const GUEST_STATE: MemberState = { hasPlan: false, unlocked: NO_IDS, liked: NO_IDS };

interface Asked {
  memberId: string;
  experienceIds: readonly number[];
}

interface Row {
  hasPlan: boolean;
  unlocked: number[];
  liked: number[];
}

const setOf = (ids: number[]): ReadonlySet<number> => (ids.length === 0 ? NO_IDS : new Set(ids));

/** One row for each member, in the same order. */
async function findStates(db: Db, asked: readonly Asked[]): Promise<MemberState[]> {
  const members = asked.map(({ memberId }) => memberId);
  const pages = asked.map(({ experienceIds }) => `{${experienceIds.join()}}`);
  const { rows } = await sql<Row>`
    SELECT coalesce(is_plan_active(m.tier, m.tier_until, m.plus_until), false) AS "hasPlan",
      ARRAY(SELECT u.experience_id FROM unlocks AS u
        WHERE u.member_id = asked.member_id AND u.experience_id = ANY (asked.page::integer[])) AS unlocked,
      ARRAY(SELECT l.experience_id FROM experience_likes AS l
        WHERE l.member_id = asked.member_id AND l.experience_id = ANY (asked.page::integer[])) AS liked
    FROM unnest(${members}::text[], ${pages}::text[]) WITH ORDINALITY AS asked (member_id, page, place)
    LEFT JOIN members AS m ON m.id = asked.member_id
    ORDER BY asked.place
  `.execute(db);
  return rows.map(({ hasPlan, unlocked, liked }) => ({
    hasPlan,
    unlocked: setOf(unlocked),
    liked: setOf(liked),
  }));
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
