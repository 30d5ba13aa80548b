import type { TestApp } from '../../../testing/index.ts';

let visitors = 0;

/** Who sends a request. */
export interface Sender {
  token?: string;
  /** A source address that has not called yet unless it is given. */
  from?: string;
}

/** The token of a link in a mail. @throws where there is none */
export function linkIn(text: string | undefined, name: 'token' | 'leave'): string {
  const token = text?.match(new RegExp(`/newsletter#${name}=([\\w.-]+)`))?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
}

/** What tests do to the newsletter of a site, which is there only once they have begun. */
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
  const ask = (email: string, sender: Sender = {}) =>
    post('/api/leads', { kind: 'newsletter', email }, sender);
  const confirm = (token: string) => post('/api/newsletter/confirm', { token });

  /** Asks, and answers with the mail that comes and the tokens in it. */
  const askAndRead = async (email: string) => {
    const { statusCode } = await ask(email);
    if (statusCode !== 200) throw new Error(`asking was answered ${statusCode}`);
    const mail = (await siteOf().doJobs()).find(({ to }) => to === email);
    return { mail, token: linkIn(mail?.text, 'token'), leaveToken: linkIn(mail?.text, 'leave') };
  };

  return {
    post,
    ask,
    confirm,
    askAndRead,
    leave: (token: string) => post('/api/newsletter/unsubscribe', { token }),
    rowOf: (email: string) =>
      siteOf()
        .db.selectFrom('newsletter_subscribers')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst(),
    /** Puts an address on the list. @returns the token of the way out */
    async subscribe(email: string): Promise<string> {
      const { token } = await askAndRead(email);
      const { leaveToken } = (await confirm(token)).json();
      await siteOf().doJobs();
      return leaveToken;
    },
  };
}
