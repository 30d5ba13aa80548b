/** A plausible mistake where money, access or identity is decided. */
export interface Defect {
  title: string;
  /** The changed file, from the project's root. */
  file: string;
  /** The correct text, which must occur exactly once. */
  right: string;
  wrong: string;
  /** The test file that must fail. */
  test: string;
  /** Part of the names of the tests to run. */
  name: string;
}

const UNLOCKS = 'server/src/features/unlocks';
const PAYMENTS = 'server/src/features/payments';
const TOURS = 'server/src/features/tours';
const REFERRALS = 'server/src/features/referrals';
const WALLET_SQL = 'server/sql/wallet.sql';
const UNLOCKS_SQL = 'server/sql/unlocks.sql';
const PAYMENTS_SQL = 'server/sql/payments.sql';

/** The tests catch each of these: `npm run test:defects` makes them one at a time in a copy of the project. */
export const DEFECTS: readonly Defect[] = [
  {
    title: 'no lock: unlocks of one member do not wait for each other',
    file: WALLET_SQL,
    right: `  PERFORM FROM wallets WHERE member_id = member FOR UPDATE;
  IF NOT FOUND THEN`,
    wrong: `  PERFORM FROM wallets WHERE member_id = member;
  IF NOT FOUND THEN`,
    test: `${UNLOCKS}/unlocks.test.ts`,
    name: 'W2:',
  },
  {
    title: 'check, then insert: a cause is looked up before the tokens are given, without a constraint',
    file: WALLET_SQL,
    right: `VALUES (lot_kind, cause, member)
    ON CONFLICT (reference) DO NOTHING RETURNING`,
    wrong: `VALUES (lot_kind, cause, member)
    RETURNING`,
    test: 'server/src/features/wallet/grants.test.ts',
    name: 'a cause gives once',
  },
  {
    title: 'expired tokens can be spent',
    file: UNLOCKS_SQL,
    right: '    IF lot.expires_at <= moment THEN\n',
    wrong: '    IF false THEN\n',
    test: `${UNLOCKS}/expiry.test.ts`,
    name: 'W21',
  },
  {
    title: 'the tokens that expire last are spent first',
    file: UNLOCKS_SQL,
    right: 'ORDER BY expires_at, wallet_lots.id',
    wrong: 'ORDER BY expires_at DESC, wallet_lots.id',
    test: `${UNLOCKS}/unlocks.test.ts`,
    name: 'spends what expires first',
  },
  {
    title: 'unbound order: any member who knows an order can have it verified',
    file: `${PAYMENTS}/orders/store.ts`,
    right: 'o.gateway_order_id = asked.gateway_order_id AND o.member_id = asked.member_id',
    wrong: 'o.gateway_order_id = asked.gateway_order_id',
    test: `${PAYMENTS}/orders/topup.test.ts`,
    name: 'W8 ',
  },
  {
    title: 'the amount that was paid is not compared with the order',
    file: `${PAYMENTS}/orders/settle.ts`,
    right: 'if (payment.amount !== order.amount || payment.currency !== order.currency) {',
    wrong: 'if (payment.currency !== order.currency) {',
    test: `${PAYMENTS}/webhooks/webhook.test.ts`,
    name: 'W11',
  },
  {
    title: 'the amount that was paid is not compared with the order where payments are credited together',
    file: PAYMENTS_SQL,
    right: 'AND o.amount = paid.amount AND o.currency = paid.currency',
    wrong: 'AND o.currency = paid.currency',
    test: `${PAYMENTS}/orders/together.test.ts`,
    name: 'W11 ',
  },
  {
    title: 'a payment that is only authorised is credited together with others',
    file: `${PAYMENTS}/orders/batches.ts`,
    right: "payment.status !== 'captured' ||",
    wrong: "payment.status === 'failed' ||",
    test: `${PAYMENTS}/orders/together.test.ts`,
    name: 'W12 ',
  },
  {
    title: 'a plan with a tier is credited together with others, without its tier',
    file: PAYMENTS_SQL,
    right: 'WHERE o.ledger_transaction_id IS NULL AND o.tier IS NULL AND',
    wrong: 'WHERE o.ledger_transaction_id IS NULL AND',
    test: `${PAYMENTS}/orders/topup.test.ts`,
    name: 'gives the tier',
  },
  {
    title: "the browser's signature is not checked",
    file: `${PAYMENTS}/service.ts`,
    right: "  if (!isSigned) throw verificationFailed('wrong_signature');\n",
    wrong: '',
    test: `${PAYMENTS}/orders/topup.test.ts`,
    name: 'W18',
  },
  {
    title: 'a payment that is only authorised is credited',
    file: `${PAYMENTS}/orders/payment-store.ts`,
    right: "new Set<PaymentStatus>(['captured', 'refunded'])",
    wrong: "new Set<PaymentStatus>(['authorized', 'captured', 'refunded'])",
    test: `${PAYMENTS}/orders/topup.test.ts`,
    name: 'W12',
  },
  {
    title: 'webhooks are believed without their signature',
    file: `${PAYMENTS}/webhooks/events.ts`,
    right: 'if (!context.gateway.isWebhookSigned(body, signature)) {',
    wrong: 'if (signature === undefined) {',
    test: `${PAYMENTS}/webhooks/webhook.test.ts`,
    name: 'W7 ',
  },
  {
    title: "a late webhook takes a payment's status back",
    file: `${PAYMENTS}/orders/payment-store.ts`,
    right: 'return STEPS.indexOf(a) > STEPS.indexOf(b) ? a : b;',
    wrong: 'return b;',
    test: `${PAYMENTS}/webhooks/webhook.test.ts`,
    name: 'W15',
  },
  {
    title: 'a refund is reversed once per webhook',
    file: `${PAYMENTS}/refunds/refunds.ts`,
    right: "if (!isNew) return { outcome: 'refunded-before' };",
    wrong: '',
    test: `${PAYMENTS}/webhooks/webhook.test.ts`,
    name: 'W17',
  },
  {
    title: 'a refund takes more than is left of the purchase',
    file: WALLET_SQL,
    right: '  take := least(tokens, lot.remaining);',
    wrong: '  take := tokens;',
    test: `${PAYMENTS}/webhooks/webhook.test.ts`,
    name: 'W16',
  },
  {
    title: 'reconciler starvation: open orders are asked for one after the other',
    file: `${PAYMENTS}/reconciliation/order-checks.ts`,
    right: 'const AT_ONCE = 8;',
    wrong: 'const AT_ONCE = 1;',
    test: `${PAYMENTS}/reconciliation/gateway-books.test.ts`,
    name: 'delays neither a paid order',
  },
  {
    title: 'tier revived by a refund race: plans that were refunded are counted among those that run',
    file: `${PAYMENTS}/orders/tier-store.ts`,
    right: "    .where('status', '=', 'paid')\n",
    wrong: '',
    test: `${PAYMENTS}/disputes/disputes.test.ts`,
    name: 'leaves no other in force',
  },
  {
    title: 'dispute ignored: the webhooks of disputes are acknowledged and forgotten',
    file: `${PAYMENTS}/webhooks/events.ts`,
    right: '  if (event.startsWith(DISPUTE_EVENT)) return handleDisputeEvent(context, tx, event, payload);\n',
    wrong: '',
    test: `${PAYMENTS}/disputes/disputes.test.ts`,
    name: 'take the held tokens when they are lost',
  },
  {
    title: 'charged twice: a late payment of an earlier try is credited as well',
    file: PAYMENTS_SQL,
    right: ' AND ledger_transaction_id IS NOT NULL\n  ) THEN RETURN',
    wrong: ' AND false\n  ) THEN RETURN',
    test: `${PAYMENTS}/refunds/returns.test.ts`,
    name: 'is charged once',
  },
  {
    title: 'no family revoke: an old refresh token is refused, and its session lives on',
    file: 'server/src/features/accounts/sessions/sessions.ts',
    right: "    await endSession(tx, member.id, session.id, 'reuse');\n",
    wrong: '',
    test: 'server/src/features/accounts/sessions/sessions.test.ts',
    name: 'A1 ',
  },
  {
    title: 'ended elsewhere in the code: the sessions that were checked are not forgotten',
    file: 'server/src/features/accounts/sessions/caller.ts',
    right: '  onColumnChange(db, DECISIVE, () => cache.forgetChecks());\n',
    wrong: '',
    test: 'server/src/features/accounts/sessions/session-cache.test.ts',
    name: 'A25 ',
  },
  {
    title: 'overtaken check: a session that ended during its check is cached as active',
    file: 'server/src/features/accounts/sessions/session-cache.ts',
    right: `    if (generation === this.#generation) {
      this.countFill();
      Object.assign(entry, { checkedAt, generation });`,
    wrong: `    {
      this.countFill();
      Object.assign(entry, { checkedAt, generation: this.#generation });`,
    test: 'server/src/features/accounts/sessions/session-cache.test.ts',
    name: 'that an ending overtook',
  },
  {
    title: 'mixed batch: a member gets what another one has unlocked and likes',
    file: 'server/src/features/catalogue/member-state.ts',
    right: 'asked[row.place - 1] as Asked;\n      states[row.place - 1] = state;',
    wrong: 'asked[row.place - 1] as Asked;\n      states[rows.indexOf(row)] = state;',
    test: 'server/src/features/catalogue/members-apart.test.ts',
    name: 'P5 ',
  },
  {
    title: 'stale state: what a member did in another process shows late',
    file: 'server/src/features/catalogue/member-state-store.ts',
    right: '    ON asked.snapshot <> current.snapshot',
    wrong: "    ON asked.snapshot = ''",
    test: 'server/src/features/catalogue/member-lists.test.ts',
    name: "a member's list",
  },
  {
    title: 'stale state: a state counts as current whatever was committed since',
    file: 'server/src/features/catalogue/member-state-store.ts',
    right: 'return rows.length === 0;',
    wrong: 'return rows.length >= 0;',
    test: 'server/src/features/catalogue/member-lists.test.ts',
    name: "a member's list",
  },
  {
    title: 'cached signature: a member gets the media URL that was signed for another',
    file: 'server/src/features/catalogue/shared-card.ts',
    right: '      if (!isFirst) parts.push(this.#baseFor(memberId, state));',
    wrong: '      if (!isFirst) parts.push((Object(this).base ??= this.#baseFor(memberId, state)));',
    test: 'server/src/features/catalogue/members-apart.test.ts',
    name: 'P5 ',
  },
  {
    title: 'pre-hijack: an attacker who signed up with the email of a victim keeps their password',
    file: 'server/src/features/accounts/members/email-proof.ts',
    right: '    password_hash: null,\n',
    wrong: '',
    test: 'server/src/features/accounts/members/email-proof.test.ts',
    name: 'A19b',
  },
  {
    title: 'responses contain the URLs of gated media',
    file: 'server/src/features/catalogue/presentation.ts',
    right: `const asset = isPermission ? assetUrlFor(stored, memberId, urls) : undefined;
  const vrUrl = isPermission ? mediaUrlFor(stored, asset, urls) : undefined;`,
    wrong: `const asset = assetUrlFor(stored, memberId, urls);
  const vrUrl = mediaUrlFor(stored, asset, urls);`,
    test: 'server/src/features/catalogue/access.test.ts',
    name: '',
  },
  {
    title: 'links to a locked photo show any view into it',
    file: `${TOURS}/share-image-routes.ts`,
    right: 'if (!isPermission || stored.assetId === null)',
    wrong: 'if (stored.assetId === null)',
    test: `${TOURS}/share-images.test.ts`,
    name: 'shows the cover of a locked photo',
  },
  {
    title: 'links to a locked scene show any view into it',
    file: `${TOURS}/share-image-routes.ts`,
    right: 'if (!isOpen || isLimited',
    wrong: 'if (isLimited',
    test: `${TOURS}/share-images.test.ts`,
    name: 'shows nothing of closed rooms',
  },
  {
    title: 'referral alias: other addresses of a known mailbox are rewarded as newcomers',
    file: `${REFERRALS}/newcomers.ts`,
    right: 'const digest = digests.digestMailbox(email);',
    wrong: 'const digest = digests.digestEmail(email);',
    test: `${REFERRALS}/abuse.test.ts`,
    name: 'bring one reward of each kind',
  },
  {
    title: 'a refund leaves the referral reward for the plan',
    file: `${PAYMENTS}/refunds/refunds.ts`,
    right: '    await onRefunded?.(tx, purchaseOf(order));\n',
    wrong: '',
    test: `${REFERRALS}/refunded-tier.test.ts`,
    name: 'takes the reward for the plan back',
  },
  {
    title: 'parallel rewards of one referrer are counted in parallel, past the caps',
    file: `${REFERRALS}/rewards.ts`,
    right: '  await lockWallet(tx, unlocked.member_id);\n',
    wrong: '',
    test: `${REFERRALS}/once.test.ts`,
    name: 'as many rewards as the caps allow',
  },
  {
    title: 'a change of a draft does not look at the revision that it was made to',
    file: 'server/src/features/studio-tours/service.ts',
    right: 'if (found.revision !== revision) return',
    wrong: 'if (found.revision < revision) return',
    test: 'server/src/features/studio-tours/studio-tours.test.ts',
    name: 'S4',
  },
  {
    title: 'a draft is read by its id, whatever the workspace',
    file: 'server/src/features/studio-tours/store.ts',
    right: `    .where('studio_tours.id', '=', tourId)
    .where('workspace_id', '=', workspaceId);`,
    wrong: `    .where('studio_tours.id', '=', tourId);`,
    test: 'server/src/features/studio-tours/studio-tours.test.ts',
    name: 'R5',
  },
  {
    title: 'a withdrawn tour opens for anyone who has its address',
    file: 'server/src/features/catalogue/service.ts',
    right: 'if (!isOfTeam) throw store.experienceNotFound();',
    wrong: '',
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'S3',
  },
  {
    title: 'the public address of a withdrawn tour’s picture goes on',
    file: 'server/src/features/studio-tours/publication.ts',
    right: `    await withdrawExperience(tx, row.experienceId);
    await closeTour(tx, row.experienceId);`,
    wrong: `    await withdrawExperience(tx, row.experienceId);`,
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'ends the public addresses',
  },
  {
    title: 'rooms of a withdrawn tour that everybody could stand in keep their public addresses',
    file: 'server/src/features/tours/presentation.ts',
    right: 'const gated = !opensForEverybody || (isGated',
    wrong: 'const gated = (isGated',
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'keeps all rooms',
  },
  {
    title: 'a tour that becomes public again is shown with the addresses that ended',
    file: 'server/src/features/studio-tours/audience.ts',
    right: `    await saveTour(tx, experienceId, shown?.tour, memberBehind(actor));
    await publishTour(tx, experienceId);`,
    wrong: `    if (shown !== undefined) await publishTour(tx, experienceId, 'published');`,
    test: 'server/src/features/studio-tours/visibility.test.ts',
    name: 'shows its pictures wherever it was read before',
  },
  {
    title: 'a tour is published without anybody having checked its pictures for people',
    file: 'server/src/features/studio-tours/service.ts',
    right: 'const unchecked = await findUnchecked(db, workspaceId, spheres);',
    wrong: 'const unchecked = new Set<string>();',
    test: 'server/src/features/studio-tours/privacy-gate.test.ts',
    name: 'P7',
  },
  {
    title: 'a tour is deleted that members have paid for',
    file: 'server/src/features/studio-tours/deletion.ts',
    right: 'if (experienceId !== null && (await isUnlocked(tx, experienceId)))',
    wrong: 'if (experienceId === undefined)',
    test: 'server/src/features/studio-tours/withdrawal.test.ts',
    name: 'stays while members keep it',
  },
  {
    title: 'a change at the catalogue desk does not look at the revision that it was made to',
    file: 'server/src/features/catalogue-desk/refusals.ts',
    right: 'if (list.revision === revision) return;',
    wrong: 'if (list.revision >= revision) return;',
    test: 'server/src/features/catalogue-desk/races.test.ts',
    name: 'of changes to one revision',
  },
  {
    title: 'a merge does not change the words that tours are found by',
    file: 'server/src/features/catalogue/lists/merge-store.ts',
    right: `  await endList(tx, 'category', from, into.id);
  await refreshExperiences(tx, members);`,
    wrong: `  await endList(tx, 'category', from, into.id);`,
    test: 'server/src/features/catalogue-desk/merge.test.ts',
    name: 'of categories moves tours',
  },
  {
    title: 'what led to a merged list leads to nothing',
    file: 'server/src/features/catalogue/lists/redirect-store.ts',
    right: `    .set({ list_id: to })
    .where('kind', '=', kind)
    .where('list_id', '=', from.id)`,
    wrong: `    .set({ list_id: to })
    .where('kind', '=', kind)
    .where('list_id', '=', to)`,
    test: 'server/src/features/catalogue-desk/merge.test.ts',
    name: 'leads on in one step',
  },
];
