import { Site } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaymentsApp,
  type Member,
  type PaymentsApp,
  paymentEntity,
} from '../../../../testing/apps/payments-app.ts';
import { race } from '../../../../testing/index.ts';
import { readPdf, readPdfTexts } from '../../../pdf/read-pdf.fixture.ts';
import { readSite } from '../../../site/site.ts';
import { formatAmount, taxWithin, tokensFor } from '../money.ts';
import { receiptPdf } from './pdf.ts';
import { findReceipt } from './store.ts';

let testApp: PaymentsApp;
beforeAll(async () => {
  testApp = await createPaymentsApp({
    site: { ...readSite(), tax: { name: 'GST', rate: 18, number: '27AAAAA0000A1Z5' } },
  });
});
afterAll(() => testApp.close());

async function buy(member: Member, planId = 'plus'): Promise<string> {
  await testApp.verify(member, await testApp.pay(await testApp.order(member, planId)));
  return `/api/tokens/receipts/${await testApp.receiptNumber(member)}`;
}

describe('money', () => {
  it('splits the tax out of a price to the smallest unit', () => {
    expect(taxWithin(11800, 18)).toBe(1800);
    expect(taxWithin(79900, 18)).toBe(12188);
    expect(taxWithin(19900, 0)).toBe(0);
    expect(taxWithin(10810, 8.1)).toBe(810);
  });

  it.each([
    ['INR', true],
    ['EUR', true],
    ['JPY', false],
    ['KWD', false],
  ])('is counted in hundredths: %s is %s', (currency, isTaken) => {
    expect(Site.shape.currency.safeParse(currency).success).toBe(isTaken);
  });

  it('gives parts of a price back for parts of its tokens, and all for all', () => {
    const order = { tokens: 500, amount: 79900 };
    expect([0, 1, 39950, 79899, 79900, 90000].map((amount) => tokensFor(order, amount))).toEqual([
      0, 0, 250, 499, 500, 500,
    ]);
  });

  it('writes amounts in the Indian way', () => {
    expect(formatAmount(19900, 'INR')).toBe('₹199.00');
    expect(formatAmount(12345678900, 'INR')).toBe('₹12,34,56,789.00');
  });
});

describe('receipts', () => {
  it('show seller, buyer, tax and number to their owner alone', async () => {
    const member = await testApp.member({ firstName: '<b>Anna', lastName: 'Berg' });
    const path = await buy(member);
    const page = await testApp.get(path, member);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(policy).not.toContain('unsafe');
    for (const text of [
      'Receipt R-',
      'Oriel Sample Company',
      'GST number 27AAAAA0000A1Z5',
      '&lt;b&gt;Anna Berg',
      member.email,
      '₹677.12',
      '₹121.88',
      '₹799.00',
    ]) {
      expect(page.body).toContain(text);
    }
    expect(page.body).not.toContain('<b>Anna');

    const other = await testApp.member();
    expect(await testApp.get(path, other)).toMatchObject({
      status: 404,
      body: { code: 'receipt_not_found' },
    });
    expect((await testApp.get(path)).status).toBe(401);
  });

  it.each([
    ['upi', 'Paid by UPI, payment pay_'],
    ['netbanking', 'Paid by net banking, payment pay_'],
    ['constructor', 'Paid online, payment pay_'],
    [undefined, 'Paid online, payment pay_'],
  ])('name how it was paid: %s', async (method, words) => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member));
    await testApp.webhook('payment.captured', { payment: paymentEntity(paid, { method }) });
    const page = await testApp.get(`/api/tokens/receipts/${await testApp.receiptNumber(member)}`, member);
    expect(page.body).toContain(words);
  });

  it('come as a PDF too', async () => {
    const member = await testApp.member();
    const pdf = await testApp.get(`${await buy(member)}?format=pdf`, member);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(
      /^attachment; filename="R-\d{4}-\d\d-\d{6}\.pdf"$/,
    );
    expect(pdf.body.slice(0, 5)).toBe('%PDF-');
    expect(pdf.body.length).toBeGreaterThan(1_000);
  });

  let sold: ReturnType<typeof findReceipt>;
  /** The same receipt as a PDF, for another buyer. */
  async function printFor(buyer: Partial<Record<'name' | 'email', string>>): Promise<Buffer> {
    sold ??= testApp
      .buyer()
      .then(async ({ member }) => findReceipt(testApp.db, await testApp.receiptNumber(member)));
    const receipt = await sold;
    if (receipt === undefined) throw new Error('no receipt');
    return receiptPdf({ ...receipt, buyer }, readSite().colours);
  }

  const INCOMPLETE = 'Some letters cannot be printed here. The page on our site shows them all.';
  it.each([
    ['Žofia Łukasiewicz-Őry', ['Žofia Łukasiewicz-Őry'], true],
    ['İbrahim Çağlayan', ['İbrahim Çağlayan'], true],
    ['Zoe\u0308 O\u2019Hara', ['Zoë O\u2019Hara'], true],
    ['Nguyễn Thế', ['Nguyễn Thế'], true],
    ['अनिता Berg', ['अनिता Berg'], true],
    ['क्षत्रिय राष्ट्रपति श्रीमती', ['क्षत्रिय राष्ट्रपति श्रीमती'], true],
    ['রবীন্দ্রনাথ ঠাকুর', ['রবীন্দ্রনাথ ঠাকুর'], true],
    ['ஸ்ரீ கோபாலகிருஷ்ணன்', ['ஸ்ரீ கோபாலகிருஷ்ணன்'], true],
    ['శ్రీనివాస్ రెడ్డి', ['శ్రీనివాస్ రెడ్డి'], true],
    ['ശ്രീലക്ഷ്മി', ['ശ്രീലക്ഷ്മി'], true],
    ['ગુરપ્રીત ਗੁਰਪ੍ਰੀਤ ಶ್ರೀಕೃಷ್ಣ ଜଗନ୍ନାଥ', ['ગુરપ્રીત ਗੁਰਪ੍ਰੀਤ ಶ್ರೀಕೃಷ್ಣ ଜଗନ୍ନାଥ'], true],
    ['Анна Παπαδοπούλου', ['Анна Παπαδοπούλου'], true],
    // As it is drawn: from the right.
    ['محمد علی', [Array.from('محمد علی').reverse().join('')], true],
    ['李 Berg', ['Berg'], false],
    ['李 \u202e🏳️‍🌈', [], false],
  ])('print of %s what the font has', async (name, lines, isComplete) => {
    const printed = readPdf(await printFor({ name, email: 'a@example.org' }));
    const buyer = printed.indexOf('Buyer');
    expect(printed.slice(buyer + 1, buyer + 2 + lines.length)).toEqual([...lines, 'a@example.org']);
    expect(printed.includes(INCOMPLETE)).toBe(!isComplete);
    expect(printed).toContain('INR 799.00');
    expect(printed.join()).not.toMatch(/\?|\0/);
  });

  it('shape what they print', async () => {
    const pdf = await printFor({ name: 'क्षि' });
    // The vowel sign is drawn before the two consonants, which are one glyph.
    expect(readPdfTexts(pdf)).toContainEqual(expect.objectContaining({ text: 'क्षि', drawn: 'िक्ष' }));
  });

  it('are numbered without a gap, also when many buy at once', { timeout: 60_000 }, async () => {
    const members = await race(16, () => testApp.member());
    await race(16, async (index) => {
      const member = members[index];
      if (member !== undefined) await buy(member, 'starter');
    });
    const rows = await testApp.db.selectFrom('receipts').select('serial').orderBy('serial').execute();
    expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_, index) => index + 1));
    expect(await testApp.ledgerViolations()).toEqual([]);
  });

  it('forget their buyer when they leave', async () => {
    const member = await testApp.member();
    await buy(member, 'starter');
    const { statusCode } = await testApp.call('DELETE', 'me', {
      token: member.token,
      body: { password: 'a quiet corridor at noon' },
    });
    expect(statusCode).toBe(200);
    const receipt = await testApp.db
      .selectFrom('receipts')
      .select('buyer')
      .where('member_id', '=', member.id)
      .executeTakeFirst();
    expect(receipt?.buyer).toEqual({});
  });
});
