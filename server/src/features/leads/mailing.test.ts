import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import type { Mailer } from '../../gateways/mail.ts';
import { readMailFile } from '../../gateways/mail-file.ts';
import { createSmtpMailer } from '../../gateways/mail-smtp.ts';
import { newsletterSteps } from './newsletter.fixture.ts';

const SITE = 'legal@oriel.example';

let site: TestApp;
let mailServer: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const sender = { name: 'Oriel', address: 'hello@tours.example' };
  mailer = createSmtpMailer(`smtp://127.0.0.1:${mailServer.port}`, sender, false);
  site = await createTestApp({ mailer });
});
afterAll(async () => {
  await site.close();
  await mailer.close();
  await mailServer.close();
});

const { post, confirm } = newsletterSteps(() => site);

/** Does the jobs that wait. @returns what came over the wire meanwhile */
async function arrivals() {
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

/** Every form with one of its fields changed. */
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

describe('mails of forms, as they come over the wire', () => {
  it('go to the site alone, come from us, and are answered to the sender', async () => {
    await post('/api/contact', CONTACT);
    await post('/api/leads', QUOTE);
    await post('/api/leads', ENROLMENT);
    await post('/api/leads', HELP);
    const mails = await arrivals();
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

  it.each(LINES)('F7 %s: no line break gets into a header by %#', async (url, form, field) => {
    const before = await site.db.selectFrom('leads').select(site.db.fn.countAll().as('n')).executeTakeFirst();
    for (const lineBreak of ['\r\n', '\n', '\r', '\u0085', '\0', '\v', '\f', '\u001b']) {
      const words = `Hello${lineBreak}Bcc: everybody@example.org`;
      expect((await post(url, { ...form, [field]: words })).statusCode, JSON.stringify(lineBreak)).toBe(400);
    }
    const after = await site.db.selectFrom('leads').select(site.db.fn.countAll().as('n')).executeTakeFirst();
    expect(after).toEqual(before);
    expect(await arrivals()).toEqual([]);
  });

  it.each(LINES)(
    'F5 what looks like a header or a line stays in its place: %s %#',
    async (url, form, field) => {
      const odd = [
        'Bcc: everybody@example.org',
        '=?utf-8?q?=0D=0ABcc:_everybody@example.org?=',
        'one\u2028Bcc: everybody@example.org',
        '\u202Egro.elpmaxe@annA \u200D\u{1F469}',
        `e${'\u0301'.repeat(140)}`,
      ];
      for (const words of odd)
        expect((await post(url, { ...form, [field]: words })).statusCode, words).toBe(200);
      const mails = await arrivals();
      expect(mails).toHaveLength(odd.length);
      for (const { to, names, replyTo } of mails) {
        expect(to).toEqual([SITE]);
        expect(names).not.toContain('bcc');
        expect(new Set(names).size).toBe(names.length);
        expect(replyTo).toBe('anna@example.org');
      }
    },
  );

  it.each(FIELDS)('X1 markup is shown as what it is: %s %#', async (url, form, field) => {
    const markup = '<script>alert(1)</script><img src=x onerror=alert(1)>"><svg/onload=alert(1)>&amp;';
    expect((await post(url, { ...form, [field]: markup })).statusCode).toBe(200);
    const [mail] = await arrivals();
    expect(`${mail?.subject}\n${mail?.text}`).toContain('<script>alert(1)</script>');
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.html).toContain('&amp;amp;');
    expect(mail?.html).not.toMatch(/<(?:script|img|svg)/i);
  });
});

describe('letters, as they come over the wire', () => {
  it('can be ended by a button of the mail program', async () => {
    const email = 'reader@example.org';
    const ask = async () => {
      await post('/api/leads', { kind: 'newsletter', email });
      return (await arrivals()).find(({ to }) => to[0] === email);
    };
    const first = await ask();
    const token = first?.text.match(/#token=([\w-]+)/)?.[1] ?? '';
    const { leaveToken } = (await confirm(token)).json();
    const after = await arrivals();
    const [welcome, notice] = [email, SITE].map((address) => after.find(({ to }) => to[0] === address));
    expect(notice?.names).not.toContain('list-unsubscribe');
    for (const letter of [first, welcome, await ask()]) {
      expect(letter?.headers).toContain(
        `List-Unsubscribe: <${site.config.publicUrl}/newsletter?leaveToken=${leaveToken}>`,
      );
      expect(letter?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      // The same way out for those whose mail program has no button.
      expect(letter?.text).toContain(`/newsletter#leave=${leaveToken}`);
    }
  });
});
