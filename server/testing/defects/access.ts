import type { Defect } from './defect.ts';

const TOURS = 'server/src/features/tours';

/** Where members are recognised, and see and open what is theirs. */
export const ACCESS_DEFECTS: readonly Defect[] = [
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
];
