import { expect, it } from 'vitest';
import { lockedTours } from '../../../testing/apps/wallet-app.ts';
import { useWalletApp } from '../../../testing/use-app.ts';
import { inTransaction } from '../../database/database.ts';
import { grantTokens } from './service.ts';

const site = useWalletApp(lockedTours(2));

it("the export leaves out whom a member's rewards are for", async () => {
  const [referrer, newcomer] = [await site.join(), await site.join()];
  await inTransaction(site.db, (tx) =>
    grantTokens(tx, {
      memberId: referrer.user.id,
      kind: 'referral',
      tokens: 100,
      validityDays: 1,
      reference: `referral-newcomer:${newcomer.user.id}`,
    }),
  );
  await site.send('POST', '/api/vr360/locked-1/access', { token: referrer.token });
  const { status, body, text } = await site.send<{ movements: { reference: string }[] }>(
    'GET',
    '/api/auth/me/export',
    { token: referrer.token },
  );
  expect(status).toBe(200);
  expect(body.movements.map(({ reference }) => reference)).toEqual([
    'referral-newcomer',
    `unlock:${referrer.user.id}:${site.tours.get('locked-1')}`,
  ]);
  expect(text).not.toContain(newcomer.user.id);
});
