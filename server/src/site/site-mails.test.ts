import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BrandedApp, createBrandedApp, mentionsOfOriel } from '../../testing/apps/branded-app.ts';
import { codeIn, linkIn } from '../../testing/apps/mailing-app.ts';
import { SAMPLE_BRAND } from '../../testing/brand.ts';
import type { Mail } from '../gateways/mail.ts';
import { createMailer } from '../mail/mailer.ts';
import { readPdf } from '../pdf/read-pdf.fixture.ts';
import { readSite } from './site.ts';

const { name: NAME, legal, email: SITE_EMAIL, colours } = SAMPLE_BRAND;

let site: BrandedApp;
beforeAll(async () => {
  site = await createBrandedApp();
});
afterAll(() => site.close());

describe('the mails of another site', () => {
  const mails: Mail[] = [];
  let session: Session;
  let receipt: string;
  const bearer = () => ({ authorization: `Bearer ${session.token}` });

  it('are sent at sign-up, at sign-in and for a forgotten password', async () => {
    const member = await site.join();
    session = member;
    mails.push(member.welcome);
    const request = (purpose: string) =>
      site.post('/api/auth/otp/request', { channel: 'email', email: member.email, purpose });
    await request('login');
    mails.push(...(await site.doJobs()));
    await site.post('/api/auth/password/reset/request', { email: member.email });
    const [reset] = await site.doJobs();
    expect(codeIn(reset)).toMatch(/^\d{6}$/);
    const { token } = linkIn(reset);
    const confirm = { resetToken: token, newPassword: 'a wide window over the lake' };
    session = (await site.post('/api/auth/password/reset/confirm', confirm)).json<Session>();
    const again = { email: member.email, password: 'another one altogether', firstName: 'Anna' };
    await site.post('/api/auth/signup', again);
    mails.push(...(reset ? [reset] : []), ...(await site.doJobs()));
    // The reset came from another browser than the sign-up, so its owner gets a notice of what was removed.
    expect(mails).toHaveLength(6);
  });

  it('are sent for a purchase, and the receipt names the seller', async () => {
    const order = await site.post('/api/tokens/topup/create-order', { planId: 'plus' }, bearer());
    expect(order.json()).toMatchObject({ amount: 79900, currency: 'EUR' });
    const { orderId } = order.json();
    const paid = (
      await site.post('/sandbox/razorpay/v1/checkout', { order_id: orderId, outcome: 'paid' })
    ).json();
    const verified = await site.post(
      '/api/tokens/topup/verify',
      {
        planId: 'plus',
        orderId,
        paymentId: paid.razorpay_payment_id,
        signature: paid.razorpay_signature,
      },
      bearer(),
    );
    expect(verified.json()).toMatchObject({ status: 'success' });
    // It gets its number after the purchase.
    await vi.waitFor(
      async () => {
        const { transactions } = (await site.get('/api/tokens/history', bearer())).json();
        receipt = transactions[0].receipt;
        expect(receipt).toBeDefined();
      },
      { timeout: 10_000 },
    );
    const [mail] = (await site.doJobs()).filter(({ subject }) => subject.startsWith('Receipt'));
    expect(mail?.text).toContain('€799.00');
    expect(mail?.text).toContain('USt 19%');
    mails.push(...(mail ? [mail] : []));
    expect(mails).toHaveLength(7);

    const page = await site.get(receipt, bearer());
    expect(page.body).toContain(`${NAME}</title>`);
    for (const text of [legal.entity, legal.address, 'USt number DE000000000', '€799.00', colours.gold])
      expect(page.body).toContain(text);
    const pdf = await site.get(`${receipt}?format=pdf`, bearer());
    const words = readPdf(pdf.rawPayload).join('\n');
    for (const text of [NAME, legal.entity, 'EUR 799.00']) expect(words).toContain(text);
    const head = pdf.rawPayload.toString('latin1').replaceAll('\0', '');
    for (const text of [page.body, words, head, JSON.stringify(pdf.headers)])
      expect(mentionsOfOriel(text)).toEqual([]);
  });

  it('are sent for the newsletter and for forms', async () => {
    const email = 'reader@example.org';
    const lead = (body: object) => site.post('/api/leads', body);
    await lead({ kind: 'newsletter', email });
    const [request] = await site.doJobs();
    const [, token = ''] = request?.text.match(/newsletter#token=([\w.-]+)/) ?? [];
    expect((await site.post('/api/newsletter/confirm', { token })).statusCode).toBe(200);
    const newsletterMails = await site.doJobs();
    await lead({ kind: 'newsletter', email });
    newsletterMails.push(...(await site.doJobs()));
    mails.push(...(request ? [request] : []), ...newsletterMails);

    const person = { email, name: 'Anna Berg', phone: '5550100123' };
    const responses = [
      await lead({ kind: 'help', email, subject: 'A question', message: 'How do I begin?' }),
      await lead({ kind: 'enrolment', ...person }),
      await lead({ kind: 'quote', ...person, items: [{ id: 'photoshoot', quantity: 1 }] }),
      await site.post('/api/contact', { ...person, countryCode: '+49', message: 'Good morning.' }),
    ];
    for (const answer of responses) {
      expect(answer.statusCode, answer.body).toBe(200);
      expect(mentionsOfOriel(answer.body)).toEqual([]);
    }
    const forms = await site.doJobs();
    expect(forms.map(({ to }) => to)).toEqual(responses.map(() => SITE_EMAIL));
    expect(forms.find(({ subject }) => subject.startsWith('Quote'))?.text).toMatch(/Charged once: €\d/);
    mails.push(...forms);
    expect(mails.length).toBeGreaterThanOrEqual(13);
  });

  it('are all signed with its name and none says Oriel', () => {
    for (const { subject, text, html } of mails) {
      expect(mentionsOfOriel(`${subject}\n${text}\n${html}`), subject).toEqual([]);
      for (const part of [text, html]) expect(part, subject).toContain(NAME);
      expect(text).toContain(legal.entity);
      expect(html).toContain(colours.gold);
    }
  });

  it('come from its own email', async () => {
    const [mail] = mails;
    const mailer = createMailer(site.config.mail, readSite(site.config.siteFile));
    if (mail) await mailer.send(mail);
    await mailer.close();
    const [file = ''] = readdirSync(site.config.mail.outboxDir);
    const message = readFileSync(path.join(site.config.mail.outboxDir, file), 'utf8');
    expect(message).toContain(`From: ${NAME} <${SITE_EMAIL}>`);
    const head = message.slice(0, message.indexOf('\r\n\r\n'));
    expect(mentionsOfOriel(head)).toEqual([]);
    const list = (await site.get('/demo/mail')).body;
    expect(list).toContain(NAME);
    expect(mentionsOfOriel(list)).toEqual([]);
  });
});
