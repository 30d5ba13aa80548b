import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { newPerson, setUpOidcApp, signInWithGoogle } from '../../../../testing/apps/oidc-app.ts';
import { START, TestBrowser } from './oidc.fixture.ts';

const stage = setUpOidcApp();

describe('new members with a referrer', () => {
  /** Signs in by way of the provider, with what a link gave them. */
  async function signInWith(referral: Record<string, string>, client = stage.browser) {
    const { location } = await client.visit(`${START}&${new URLSearchParams(referral)}`);
    return signInWithGoogle(client, await client.passProvider(location));
  }

  /** Bonus and referral tokens of whoever the access token names. */
  async function holds(token: string): Promise<[bonus: number, referral: number]> {
    const headers = { authorization: `Bearer ${token}` };
    const { wallet } = (await stage.site.app.inject({ url: '/api/tokens/summary', headers })).json();
    return [wallet.bonusBalance, wallet.referralBalance];
  }

  async function visitLink(referralCode: string): Promise<string> {
    const answer = await stage.site.app.inject({
      method: 'POST',
      url: '/api/referrals/visit',
      payload: { referralCode },
    });
    return answer.json().referral.trackingToken;
  }

  it('W22 are welcomed, and their friend is rewarded at once and once', async () => {
    const friend = await stage.site.join();
    const referral = {
      referralCode: friend.user.id,
      referralToken: await visitLink(friend.user.id),
    };
    const newcomer = await signInWith(referral);
    expect(await holds(newcomer.token)).toEqual([100, 0]);
    expect(await holds(friend.token)).toEqual([0, 100]);
    // Coming back, by the link as well, is no second arrival.
    await signInWith(referral, new TestBrowser(stage.site));
    expect(await holds(newcomer.token)).toEqual([100, 0]);
    expect(await holds(friend.token)).toEqual([0, 100]);
  });

  it('the token alone says who it was', async () => {
    const friend = await stage.site.join();
    const newcomer = await signInWith({ referralToken: await visitLink(friend.user.id) });
    expect(await holds(newcomer.token)).toEqual([100, 0]);
    expect(await holds(friend.token)).toEqual([0, 100]);
  });

  it('W22 members are no newcomers: not by their own link, nor when Google takes their account over', async () => {
    const friend = await stage.site.join();
    const member = await stage.site.join();
    for (const [email, referralCode] of [
      [friend.email, friend.user.id],
      [member.email, friend.user.id],
    ] as const) {
      stage.provider.person = newPerson({ email });
      const session = await signInWith({ referralCode }, new TestBrowser(stage.site));
      expect(await holds(session.token)).toEqual([0, 0]);
    }
    const [{ count } = { count: 0 }] = await stage.site.db
      .selectFrom('ledger_transactions')
      .select((query) => query.fn.countAll<string>().as('count'))
      .where('member_id', '=', friend.user.id)
      .execute();
    expect(Number(count)).toBe(0);
  });

  it('W22 who has left and comes back is no newcomer', async () => {
    const friend = await stage.site.join();
    const first = await signInWith({ referralCode: friend.user.id });
    const gone = await stage.site.join();
    await stage.site.call('DELETE', 'me', { token: gone.token, body: { password: PASSWORD } });
    stage.provider.person = newPerson({ email: gone.email });
    const again = await signInWith({ referralCode: friend.user.id }, new TestBrowser(stage.site));
    expect(await holds(again.token)).toEqual([0, 0]);
    expect(await holds(first.token)).toEqual([100, 0]);
    expect(await holds(friend.token)).toEqual([0, 100]);
  });

  it.each([
    ['unknown', { referralCode: 'm_AAAAAAAAAAAAAAAAAAAAAA' }],
    ['nonsense', { referralCode: "' OR 1=1", referralToken: 'a.b.c' }],
    ['far too long', { referralCode: 'm'.repeat(5000), referralToken: 't'.repeat(9000) }],
    ['empty', { referralCode: '', referralToken: '' }],
  ])('a referral that is %s counts as none', async (_, referral) => {
    expect(await holds((await signInWith(referral)).token)).toEqual([0, 0]);
  });

  it('the longest that is taken still fits into a cookie', async () => {
    const friend = await stage.site.join();
    const token = await visitLink(friend.user.id);
    expect(token.length).toBeLessThan(450);
    const query = new URLSearchParams({
      referralCode: 'm'.repeat(40),
      referralToken: 't'.repeat(500),
      next: `/${'n'.repeat(1999)}`,
    });
    const answer = await stage.browser.visit(`${START}&${query}`);
    const [pair = ''] = String(answer.headers['set-cookie']).split(';', 1);
    expect(`__Host-${pair}`.length).toBeLessThan(4096);
    expect(answer.location.href).not.toMatch(/m{40}|t{500}/);
  });
});
