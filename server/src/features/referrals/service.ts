import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../database.ts';
import { AppError } from '../../http/problem.ts';
import { findMember, findReferrer, type MemberRow, presentTier } from '../accounts/service.ts';
import { grantTokens } from '../wallet/service.ts';
import { createTracking, type Visit } from './tracking.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What happens around links of members. What is given is given once for each newcomer and kind, whatever is repeated. */
export interface Referrals {
  /** @throws {AppError} 404 `referral_not_found` for a code that is nobody's */
  visit(db: Db, code: string): Promise<Visit>;
  /**
   * Who brought a newcomer: the member whose code they give, else the one whose link they followed. A token that is
   * forged, changed or too old counts as none.
   */
  findReferrer(
    tx: Tx,
    given: { code: string | null | undefined; token: string | null | undefined },
  ): Promise<string | undefined>;
  /** Welcomes a newcomer whom somebody brought. */
  onSignedUp(tx: Tx, newcomer: MemberRow): Promise<void>;
  /** Rewards who brought a newcomer whose address is verified now. */
  onEmailVerified(tx: Tx, newcomer: MemberRow): Promise<void>;
  /** Rewards who brought a member who has just bought a plan with a tier, if they are new. */
  onTierBought(tx: Tx, memberId: string): Promise<void>;
  /** Nothing is kept of members. While one leaves, it is remembered that somebody with their address has been here. */
  personalData: {
    export(): Promise<Record<string, unknown>>;
    erase(tx: Tx, memberId: string): Promise<void>;
  };
}

export function createReferrals(config: Pick<Config, 'secretKey' | 'publicUrl' | 'referrals'>): Referrals {
  const tracking = createTracking(config);
  const { welcomeTokens, newcomerTokens, tierTokens, tierDays, validityDays } = config.referrals;

  /** Whether somebody with this address has been a member and left. */
  async function hasBeenHere(tx: Tx, email: string | null): Promise<boolean> {
    if (email === null) return true;
    const row = await tx
      .selectFrom('left_addresses')
      .select('left_at')
      .where('digest', '=', tracking.digestAddress(email))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** @param tokens before the half that a Pro referrer gets on top */
  async function reward(tx: Tx, newcomer: MemberRow, cause: string, tokens: number): Promise<void> {
    if (newcomer.referred_by === null || (await hasBeenHere(tx, newcomer.email))) return;
    const referrer = await findMember(tx, newcomer.referred_by);
    if (referrer === undefined) return;
    await grantTokens(tx, {
      memberId: referrer.id,
      kind: 'referral',
      tokens: presentTier(referrer) === 'Pro' ? Math.floor(tokens * 1.5) : tokens,
      validityDays,
      reference: `referral-${cause}:${newcomer.id}`,
    });
  }

  const referrals: Referrals = {
    async visit(db, code) {
      const referrer = await findReferrer(db, code);
      if (referrer === undefined) {
        throw new AppError(404, 'referral_not_found', 'This referral link is no longer valid.');
      }
      return tracking.signVisit(referrer);
    },

    async findReferrer(tx, { code, token }) {
      const byCode = await findReferrer(tx, code);
      if (byCode !== undefined || !token) return byCode;
      return findReferrer(tx, await tracking.readVisit(token));
    },

    async onSignedUp(tx, newcomer) {
      if (newcomer.referred_by === null || (await hasBeenHere(tx, newcomer.email))) return;
      await grantTokens(tx, {
        memberId: newcomer.id,
        kind: 'bonus',
        tokens: welcomeTokens,
        validityDays,
        reference: `referral-welcome:${newcomer.id}`,
      });
      if (newcomer.email_verified_at !== null) await referrals.onEmailVerified(tx, newcomer);
    },

    onEmailVerified: (tx, newcomer) => reward(tx, newcomer, 'newcomer', newcomerTokens),

    async onTierBought(tx, memberId) {
      const member = await findMember(tx, memberId);
      if (member === undefined || Date.now() - member.created_at.getTime() > tierDays * DAY_MS) return;
      await reward(tx, member, 'tier', tierTokens);
    },

    personalData: {
      export: async () => ({}),
      async erase(tx, memberId) {
        const member = await findMember(tx, memberId);
        if (!member?.email) return;
        await tx
          .insertInto('left_addresses')
          .values({ digest: tracking.digestAddress(member.email) })
          .onConflict((conflict) => conflict.column('digest').doNothing())
          .execute();
      },
    },
  };
  return referrals;
}
