import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import type { Mailer } from '../../gateways/mail.ts';
import { readMailFile } from '../../gateways/mail-file.ts';
import { createSmtpMailer } from '../../gateways/mail-smtp.ts';
import { newsletterSteps } from './newsletter.fixture.ts';

const SITE = 'hello@oriel.example';

let site: TestApp;
let mailServer: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const sender = { name: 'Oriel', address: 'hello@tours.example' };
  mailer = createSmtpMailer(`smtp://127.0.0.1:${mailServer.port}`, sender, { requireTls: false });
  site = await createTestApp({ mailer });
});
afterAll(async () => {
  await site.close();
  await mailer.close();
  await mailServer.close();
});

const { post, confirm } = newsletterSteps(() => site);

/** Runs the queued jobs. @returns the mails that the server received meanwhile */
async function receivedMails() {
  const before = mailServer.received.length;
  await site.doJobs();
  return mailServer.received.slice(before).map(({ to, source }) => {
    const head = source.slice(0, source.indexOf('\r\n\r\n'));
    const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    return { to, headers, names: headers.map((line) => line.split(':')[0]?.toLowerCase()), ...parts(source) };
  });
}
function parts(source: string) {
  const { subject, text, html, replyTo } = readMailFile(source);
  return { subject, text, html, replyTo };
}

const CONTACT = {
  name: 'Anna Björk',
  email: 'anna@example.org',
  countryCode: '+91',
  phone: '98765 43210',
  message: 'May I show you our house?',
};
const QUOTE = {
  kind: 'quote',
  name: 'Anna Björk',
  company: 'Hotel Björk',
  email: 'anna@example.org',
  message: 'Forty rooms.',
  items: [{ id: 'photoshoot', quantity: 2 }],
};
const ENROLMENT = { kind: 'enrolment', name: 'Anna', email: 'anna@example.org', phone: '98765 43210' };
const HELP = { kind: 'help', email: 'anna@example.org', subject: 'A question', message: 'How do I turn?' };

/** All forms, with each text field. */
const FIELDS: [string, object, string][] = [
  ['/api/contact', CONTACT, 'name'],
  ['/api/contact', CONTACT, 'subject'],
  ['/api/contact', CONTACT, 'message'],
  ['/api/leads', QUOTE, 'name'],
  ['/api/leads', QUOTE, 'company'],
  ['/api/leads', QUOTE, 'message'],
  ['/api/leads', ENROLMENT, 'name'],
  ['/api/leads', HELP, 'subject'],
  ['/api/leads', HELP, 'message'],
];
const LINES = FIELDS.filter(([, , field]) => field !== 'message');

describe('mails about leads, as received by SMTP', () => {
  it('go to the site alone, with our From and the sender in Reply-To', async () => {
    await post('/api/contact', CONTACT);
    await post('/api/leads', QUOTE);
    await post('/api/leads', ENROLMENT);
    await post('/api/leads', HELP);
    const mails = await receivedMails();
    expect(mails).toHaveLength(4);
    for (const { to, replyTo, headers, names } of mails) {
      expect(to).toEqual([SITE]);
      expect(replyTo).toBe('anna@example.org');
      expect(headers).toContain('From: Oriel <hello@tours.example>');
      expect(names.filter((name) => name === 'to' || name === 'reply-to' || name === 'subject')).toHaveLength(
        3,
      );
      expect(names).not.toContain('list-unsubscribe');
    }
  });

  it.each(LINES)('F7 %s: no line break reaches a header (%#)', async (url, form, field) => {
    const before = await site.db.selectFrom('leads').select(site.db.fn.countAll().as('n')).executeTakeFirst();
    for (const lineBreak of ['\r\n', '\n', '\r', '\u0085', '\0', '\v', '\f', '\u001b']) {
      const text = `Hello${lineBreak}Bcc: victim@example.org`;
      expect((await post(url, { ...form, [field]: text })).statusCode, JSON.stringify(lineBreak)).toBe(400);
    }
    const after = await site.db.selectFrom('leads').select(site.db.fn.countAll().as('n')).executeTakeFirst();
    expect(after).toEqual(before);
    expect(await receivedMails()).toEqual([]);
  });

  it.each(LINES)('F5 text that looks like a header stays in its field: %s %#', async (url, form, field) => {
    const suspicious = [
      'Bcc: victim@example.org',
      '=?utf-8?q?=0D=0ABcc:_victim@example.org?=',
      'one\u2028Bcc: victim@example.org',
      '\u202Egro.elpmaxe@annA \u200D\u{1F469}',
      `e${'\u0301'.repeat(140)}`,
    ];
    for (const text of suspicious)
      expect((await post(url, { ...form, [field]: text })).statusCode, text).toBe(200);
    const mails = await receivedMails();
    expect(mails).toHaveLength(suspicious.length);
    for (const { to, names, replyTo } of mails) {
      expect(to).toEqual([SITE]);
      expect(names).not.toContain('bcc');
      expect(new Set(names).size).toBe(names.length);
      expect(replyTo).toBe('anna@example.org');
    }
  });

  it.each(FIELDS)('X1 markup is escaped: %s %#', async (url, form, field) => {
    const markup = '<script>alert(1)</script><img src=x onerror=alert(1)>"><svg/onload=alert(1)>&amp;';
    expect((await post(url, { ...form, [field]: markup })).statusCode).toBe(200);
    const [mail] = await receivedMails();
    expect(`${mail?.subject}\n${mail?.text}`).toContain('<script>alert(1)</script>');
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.html).toContain('&amp;amp;');
    expect(mail?.html).not.toMatch(/<(?:script|img|svg)/i);
  });
});

describe('mails of the newsletter, as received by SMTP', () => {
  it('have a header for the unsubscribe button of mail programs', async () => {
    const email = 'reader@example.org';
    const subscribe = async () => {
      await post('/api/leads', { kind: 'newsletter', email });
      return (await receivedMails()).find(({ to }) => to[0] === email);
    };
    const first = await subscribe();
    const linkSecret = first?.text.match(/#token=([\w-]+)/)?.[1] ?? '';
    const { leaveToken } = (await confirm(linkSecret)).json();
    const after = await receivedMails();
    const [welcome, notice] = [email, SITE].map((recipient) => after.find(({ to }) => to[0] === recipient));
    expect(notice?.names).not.toContain('list-unsubscribe');
    for (const mail of [first, welcome, await subscribe()]) {
      expect(mail?.headers).toContain(
        `List-Unsubscribe: <${site.config.publicUrl}/newsletter?leaveToken=${leaveToken}>`,
      );
      expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      // The link for mail programs without the button.
      expect(mail?.text).toContain(`/newsletter#leave=${leaveToken}`);
    }
  });
});
