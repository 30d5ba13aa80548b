import type { Config } from '../../config/config.ts';
import type { Db, Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findMember, findReferrer, isProAt, type MemberRow } from '../accounts/service.ts';
import { claimMailbox, recordMailboxes, rememberLeft } from './newcomers.ts';
import { grantReward, reverseTierReward } from './rewards.ts';
import { countReferredSignUp, findWaitingReward, findWaitingRewards, reserveReward } from './store.ts';
import { createTracking, type Visit } from './tracking.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many sign-ups with one referral code from one source within an hour raise an alert; every multiple raises another. */
const UNUSUAL_SIGN_UPS = 5;

/** A log for operators. */
interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A purchase of a plan with a tier. */
interface TierPurchase {
  memberId: string;
  /** Our id of the order. */
  orderId: string;
  /** When the order was placed: terms count from there, however late it is paid. */
  orderedAt: Date;
}

/** Referrals and their rewards. Every reward is granted once for each newcomer, mailbox and kind, even when calls are repeated. */
export interface Referrals {
  /** @throws {AppError} 404 `referral_not_found` for an unknown code */
  visit(db: Db, code: string): Promise<Visit>;
  /**
   * Who brought a newcomer: the member whose code they give, else the one whose link they followed. A token that is
   * forged, changed or too old counts as none.
   */
  findReferrer(
    tx: Tx,
    given: { code: string | null | undefined; token: string | null | undefined },
  ): Promise<string | undefined>;
  /**
   * Welcomes a referred newcomer.
   *
   * @param source where the sign-up came from; undefined where that is not known
   */
  onSignedUp(tx: Tx, newcomer: MemberRow, source?: string): Promise<void>;
  /** Rewards the referrer of a newcomer whose email is verified now. */
  onEmailVerified(tx: Tx, newcomer: MemberRow): Promise<void>;
  /** Rewards who brought a member who has just bought a plan with a tier, if they are new; once their email is verified. */
  onTierBought(tx: Tx, purchase: TierPurchase): Promise<void>;
  /** Takes back the reward for a purchase that was refunded whole. The buyer is locked. */
  onTierRefunded(tx: Tx, purchase: Pick<TierPurchase, 'memberId' | 'orderId'>): Promise<void>;
  /** Grants what a member earned while a purchase of theirs was in dispute, or while they owed tokens. */
  onDebtCleared(tx: Tx, memberId: string): Promise<void>;
  /** Records the mailboxes of members who signed up before mailboxes were recorded. */
  recordMailboxes(db: Db, signal: AbortSignal): Promise<void>;
  /** Stores no personal data. When a member leaves, a digest of their mailbox is recorded. */
  personalData: {
    export(): Promise<Record<string, unknown>>;
    erase(tx: Tx, memberId: string): Promise<void>;
  };
}

export function createReferrals(
  config: Pick<Config, 'secretKey' | 'publicUrl' | 'referrals'>,
  log: Log,
): Referrals {
  const tracking = createTracking(config);
  const { welcomeTokens, newcomerTokens, tierTokens, tierDays, validityDays, holdDays, caps } =
    config.referrals;

  /**
   * Grants a referrer's reward that waits; nothing to a referrer who has left, nor for an account that its maker has lost to
   * the owner of the email address.
   */
  async function grant(
    tx: Tx,
    rewardId: number,
    newcomer: MemberRow,
    kind: 'newcomer' | 'tier',
  ): Promise<void> {
    const referrer = newcomer.referred_by === null ? undefined : await findMember(tx, newcomer.referred_by);
    if (referrer === undefined) return;
    const outcome = await grantReward(tx, rewardId, { validityDays, holdDays: holdDays[kind], caps });
    if (outcome === 'indebted') {
      log.warn(
        { reward: rewardId, kind, referrer: newcomer.referred_by, newcomer: newcomer.id },
        'a referrer has a dispute or owes tokens: their reward waits until that is settled',
      );
    }
    if (outcome !== 'capped') return;
    log.error(
      { alert: true, reward: rewardId, kind, referrer: newcomer.referred_by, newcomer: newcomer.id, caps },
      'a referrer has reached the cap of referral rewards: nothing was granted, operators have to decide',
    );
  }

  /**
   * Rewards who brought a newcomer, as soon as the newcomer's email is verified.
   *
   * @param tokens before the half that a Pro referrer gets on top
   * @param at when it was earned; undefined for now
   */
  async function reward(
    tx: Tx,
    newcomer: MemberRow,
    { kind, tokens, at, orderId }: { kind: 'newcomer' | 'tier'; tokens: number; at?: Date; orderId?: string },
  ): Promise<void> {
    if (newcomer.referred_by === null) return;
    const mailbox = await claimMailbox(tx, tracking, newcomer);
    if (!mailbox?.isFirst) return;
    const referrer = await findMember(tx, newcomer.referred_by);
    if (referrer === undefined) return;
    const rewardId = await reserveReward(tx, {
      kind,
      newcomer,
      mailbox: mailbox.digest,
      memberId: referrer.id,
      tokens: (await isProAt(tx, referrer.id, at)) ? Math.floor(tokens * 1.5) : tokens,
      ...(orderId !== undefined && { orderId }),
    });
    if (rewardId === undefined || newcomer.email_verified_at === null) return;
    await grant(tx, rewardId, newcomer, kind);
  }

  /** Tells operators of many sign-ups with one code from one place: friends, or one person with many mailboxes. */
  async function watchSignUps(tx: Tx, referrerId: string, source: string): Promise<void> {
    const signUps = await countReferredSignUp(tx, referrerId, source);
    if (signUps % UNUSUAL_SIGN_UPS !== 0) return;
    log.error(
      { alert: true, referrer: referrerId, source, signUps },
      'unusually many sign-ups with one referral code from one source within an hour',
    );
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

    async onSignedUp(tx, newcomer, source) {
      // Also for members without a referrer: their other emails are not newcomers'.
      const mailbox = await claimMailbox(tx, tracking, newcomer);
      if (newcomer.referred_by === null) return;
      if (source !== undefined) await watchSignUps(tx, newcomer.referred_by, source);
      if (!mailbox?.isFirst) return;
      const rewardId = await reserveReward(tx, {
        kind: 'welcome',
        newcomer,
        mailbox: mailbox.digest,
        memberId: newcomer.id,
        tokens: welcomeTokens,
      });
      if (rewardId !== undefined)
        await grantReward(tx, rewardId, { validityDays, requiresVerifiedEmail: true });
      if (newcomer.email_verified_at !== null) await referrals.onEmailVerified(tx, newcomer);
    },

    async onEmailVerified(tx, newcomer) {
      if (newcomer.referred_by === null) return;
      await reward(tx, newcomer, { kind: 'newcomer', tokens: newcomerTokens });
      const waiting = await findWaitingReward(tx, newcomer.id, 'tier');
      if (waiting !== undefined) await grant(tx, waiting, newcomer, 'tier');
    },

    async onTierBought(tx, { memberId, orderId, orderedAt }) {
      const newcomer = await findMember(tx, memberId);
      if (newcomer === undefined) return;
      if (orderedAt.getTime() > newcomer.created_at.getTime() + tierDays * DAY_MS) return;
      await reward(tx, newcomer, { kind: 'tier', tokens: tierTokens, at: orderedAt, orderId });
    },

    async onTierRefunded(tx, purchase) {
      const reversal = await reverseTierReward(tx, purchase, tierDays);
      if (reversal.outcome !== 'reversed') return;
      const { referrerId, tokens, tokensTaken } = reversal;
      const shortfall = tokens - tokensTaken;
      log[shortfall > 0 ? 'warn' : 'info'](
        {
          referrer: referrerId,
          newcomer: purchase.memberId,
          order: purchase.orderId,
          tokensTaken,
          shortfall,
        },
        'took back the referral reward of a refunded purchase',
      );
    },

    async onDebtCleared(tx, memberId) {
      for (const { id, kind, newcomer_id } of await findWaitingRewards(tx, memberId)) {
        const newcomer = await findMember(tx, newcomer_id);
        if (newcomer?.email_verified_at && kind !== 'welcome') await grant(tx, id, newcomer, kind);
      }
    },

    recordMailboxes: (db, signal) => recordMailboxes(db, tracking, signal),

    personalData: {
      export: async () => ({}),
      async erase(tx, memberId) {
        const member = await findMember(tx, memberId);
        if (member !== undefined) await rememberLeft(tx, tracking, member);
      },
    },
  };
  return referrals;
}
