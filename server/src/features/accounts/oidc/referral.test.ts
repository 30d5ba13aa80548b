import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { newPerson, setUpOidcApp, signInWithGoogle } from '../../../../testing/apps/oidc-app.ts';
import { START, TestBrowser } from './oidc.fixture.ts';

const oidc = setUpOidcApp();

describe('new members with a referrer', () => {
  /** Signs in with Google after following a referral link. */
  async function signInWith(referral: Record<string, string>, client = oidc.browser) {
    const { location } = await client.visit(`${START}&${new URLSearchParams(referral)}`);
    return signInWithGoogle(client, await client.passProvider(location));
  }

  /** The bonus and referral tokens of the member with this access token. */
  async function balancesOf(token: string): Promise<[bonus: number, referral: number]> {
    const headers = { authorization: `Bearer ${token}` };
    const { wallet } = (await oidc.site.app.inject({ url: '/api/tokens/summary', headers })).json();
    return [wallet.bonusBalance, wallet.referralBalance];
  }

  async function visitLink(referralCode: string): Promise<string> {
    const response = await oidc.site.app.inject({
      method: 'POST',
      url: '/api/referrals/visit',
      payload: { referralCode },
    });
    return response.json().referral.trackingToken;
  }

  it('W22 get a welcome bonus, and their referrer one reward at once', async () => {
    const referrer = await oidc.site.join();
    const referral = {
      referralCode: referrer.user.id,
      referralToken: await visitLink(referrer.user.id),
    };
    const newcomer = await signInWith(referral);
    expect(await balancesOf(newcomer.token)).toEqual([100, 0]);
    expect(await balancesOf(referrer.token)).toEqual([0, 100]);
    // A second sign-in, even by the link, earns nothing.
    await signInWith(referral, new TestBrowser(oidc.site));
    expect(await balancesOf(newcomer.token)).toEqual([100, 0]);
    expect(await balancesOf(referrer.token)).toEqual([0, 100]);
  });

  it('the tracking token alone identifies the referrer', async () => {
    const referrer = await oidc.site.join();
    const newcomer = await signInWith({ referralToken: await visitLink(referrer.user.id) });
    expect(await balancesOf(newcomer.token)).toEqual([100, 0]);
    expect(await balancesOf(referrer.token)).toEqual([0, 100]);
  });

  it('W22 members are no newcomers: not by their own link, nor when Google claims their account', async () => {
    const referrer = await oidc.site.join();
    const member = await oidc.site.join();
    for (const [email, referralCode] of [
      [referrer.email, referrer.user.id],
      [member.email, referrer.user.id],
    ] as const) {
      oidc.provider.person = newPerson({ email });
      const session = await signInWith({ referralCode }, new TestBrowser(oidc.site));
      expect(await balancesOf(session.token)).toEqual([0, 0]);
    }
    const [{ count } = { count: 0 }] = await oidc.site.db
      .selectFrom('ledger_transactions')
      .select((query) => query.fn.countAll<string>().as('count'))
      .where('member_id', '=', referrer.user.id)
      .execute();
    expect(Number(count)).toBe(0);
  });

  it('W22 a deleted member who signs up again is no newcomer', async () => {
    const referrer = await oidc.site.join();
    const first = await signInWith({ referralCode: referrer.user.id });
    const deleted = await oidc.site.join();
    await oidc.site.call('DELETE', 'me', { token: deleted.token, body: { password: PASSWORD } });
    oidc.provider.person = newPerson({ email: deleted.email });
    const again = await signInWith({ referralCode: referrer.user.id }, new TestBrowser(oidc.site));
    expect(await balancesOf(again.token)).toEqual([0, 0]);
    expect(await balancesOf(first.token)).toEqual([100, 0]);
    expect(await balancesOf(referrer.token)).toEqual([0, 100]);
  });

  it.each([
    ['unknown', { referralCode: 'm_AAAAAAAAAAAAAAAAAAAAAA' }],
    ['nonsense', { referralCode: "' OR 1=1", referralToken: 'a.b.c' }],
    ['far too long', { referralCode: 'm'.repeat(5000), referralToken: 't'.repeat(9000) }],
    ['empty', { referralCode: '', referralToken: '' }],
  ])('a referral that is %s is ignored', async (_, referral) => {
    expect(await balancesOf((await signInWith(referral)).token)).toEqual([0, 0]);
  });

  it('the longest accepted referral fits into a cookie', async () => {
    const referrer = await oidc.site.join();
    const token = await visitLink(referrer.user.id);
    expect(token.length).toBeLessThan(450);
    const query = new URLSearchParams({
      referralCode: 'm'.repeat(40),
      referralToken: 't'.repeat(500),
      next: `/${'n'.repeat(1999)}`,
    });
    const redirect = await oidc.browser.visit(`${START}&${query}`);
    const [pair = ''] = String(redirect.headers['set-cookie']).split(';', 1);
    expect(`__Host-${pair}`.length).toBeLessThan(4096);
    expect(redirect.location.href).not.toMatch(/m{40}|t{500}/);
  });
});
