import type { TestApp } from '../../../testing/index.ts';

let visitors = 0;

/** The sender of a request. */
export interface Sender {
  /** The access token of a member. */
  token?: string;
  /** The IP; a new one by default. */
  from?: string;
}

/** The link secret in a mail. @throws if there is none */
export function linkSecretIn(text: string | undefined, name: 'token' | 'leave'): string {
  const linkSecret = text?.match(new RegExp(`/newsletter#${name}=([\\w.-]+)`))?.[1];
  if (linkSecret === undefined) throw new Error(`no link in ${text}`);
  return linkSecret;
}

/** Steps of newsletter tests. `siteOf` is called in each step, because the app is created in `beforeAll`. */
export function newsletterSteps(siteOf: () => TestApp) {
  const post = (url: string, body: unknown, { token, from }: Sender = {}) => {
    visitors += 1;
    return siteOf().app.inject({
      method: 'POST',
      url,
      payload: body as object,
      remoteAddress: from ?? `198.18.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  };
  const subscribe = (email: string, sender: Sender = {}) =>
    post('/api/leads', { kind: 'newsletter', email }, sender);
  const confirm = (linkSecret: string) => post('/api/newsletter/confirm', { token: linkSecret });

  /** Subscribes. @returns the confirmation mail and the link secrets in it */
  const subscribeAndRead = async (email: string) => {
    const { statusCode } = await subscribe(email);
    if (statusCode !== 200) throw new Error(`subscribing responded ${statusCode}`);
    const mail = (await siteOf().doJobs()).find(({ to }) => to === email);
    return {
      mail,
      linkSecret: linkSecretIn(mail?.text, 'token'),
      leaveSecret: linkSecretIn(mail?.text, 'leave'),
    };
  };

  return {
    post,
    subscribe,
    confirm,
    subscribeAndRead,
    leave: (leaveSecret: string) => post('/api/newsletter/unsubscribe', { token: leaveSecret }),
    rowOf: (email: string) =>
      siteOf()
        .db.selectFrom('newsletter_subscribers')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst(),
    /** Adds a confirmed subscriber. @returns the link secret to unsubscribe with */
    async subscribeAndConfirm(email: string): Promise<string> {
      const { linkSecret } = await subscribeAndRead(email);
      const { leaveToken } = (await confirm(linkSecret)).json();
      await siteOf().doJobs();
      return leaveToken;
    },
  };
}
