import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createPaymentsApp,
  type Member,
  type Paid,
  type PaymentsApp,
} from '../../../../testing/apps/payments-app.ts';
import { readPdf } from '../../../pdf/read-pdf.fixture.ts';
import { readSite } from '../../../site/site.ts';
import { writeVoucherMail } from '../mails.ts';

let testApp: PaymentsApp;
beforeAll(async () => {
  testApp = await createPaymentsApp({
    site: { ...readSite(), tax: { name: 'GST', rate: 18, number: '27AAAAA0000A1Z5' } },
  });
  await testApp.switches({ webhooks: 'on' });
});
afterEach(async () => {
  expect(await testApp.ledgerViolations()).toEqual([]);
});
afterAll(() => testApp.close());

const refund = ({ razorpay_payment_id: id }: Paid, amount?: number) =>
  testApp.gateway('POST', `v1/payments/${id}/refund`, amount === undefined ? {} : { amount });

/** A member's vouchers, oldest first, once there are so many with a number. */
async function vouchers(member: Member, count: number) {
  const find = () =>
    testApp.db
      .selectFrom('refund_vouchers')
      .selectAll()
      .where('member_id', '=', member.id)
      .where('number', 'is not', null)
      .orderBy('serial')
      .execute();
  await vi.waitUntil(async () => (await find()).length === count, { timeout: 20_000, interval: 50 });
  return find();
}

interface Row {
  type: string;
  title: string;
  amount: number;
  price: number;
  receipt: string;
}
const history = async (member: Member): Promise<Row[]> =>
  (await testApp.get('/api/tokens/history', member)).body.transactions;

describe('a refund voucher', { timeout: 40_000 }, () => {
  it('is written for each part that goes back, and named on the receipt', async () => {
    const { member, paid } = await testApp.buyer();
    await refund(paid, 26_700);
    const [first] = await vouchers(member, 1);
    const receipt = `/api/tokens/receipts/${await testApp.receiptNumber(member)}`;
    const half = await testApp.get(receipt, member);
    expect(half.body).toContain(`₹267.00 of this purchase was refunded: see ${first?.number}.`);
    expect(half.body).toContain('This is a receipt, not a tax invoice.');

    await refund(paid);
    const both = await vouchers(member, 2);
    const numbers = both.map(({ number }) => number);
    expect(numbers).toEqual([
      expect.stringMatching(/^RV-\d{4}-\d\d-\d{5}1$/),
      expect.stringMatching(/^RV-\d{4}-\d\d-\d{5}2$/),
    ]);
    // Of the ₹121.88 on the receipt.
    expect(both.reduce((sum, { tax_amount }) => sum + tax_amount, 0)).toBe(12188);
    expect((await testApp.get(receipt, member)).body).toContain(
      `This purchase was refunded: see ${numbers.join(', ')}.`,
    );
    const rows = await history(member);
    expect(rows.slice(0, 2).map(({ price, receipt: path }) => [price, path])).toEqual([
      [532, `/api/tokens/receipts/${numbers[1]}`],
      [267, `/api/tokens/receipts/${numbers[0]}`],
    ]);
    expect(testApp.mails('refund-voucher')).toEqual(
      numbers.map((number) => ({ kind: 'refund-voucher', number })),
    );
  });

  it('says what went back of which receipt, to its owner alone', async () => {
    const { member, paid } = await testApp.buyer();
    const { body } = await refund(paid, 26_700);
    const [voucher] = await vouchers(member, 1);
    const path = `/api/tokens/receipts/${voucher?.number}`;
    const page = await testApp.get(path, member);
    const receipt = await testApp.receiptNumber(member);
    const pdf = await fetch(`${testApp.url}${path}?format=pdf`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    const printed = readPdf(Buffer.from(await pdf.arrayBuffer())).join('\n');
    const mail = await writeVoucherMail(
      testApp.db,
      { site: readSite(), publicUrl: 'https://oriel.example' },
      { number: voucher?.number ?? '' },
    );
    expect(mail).toMatchObject({ to: member.email, subject: `Refund voucher ${voucher?.number} from Oriel` });
    for (const text of [page.body, printed, mail?.text]) {
      expect(text).toContain(`Refund voucher ${voucher?.number}`);
      expect(text).toContain(`For receipt ${receipt} of `);
      expect(text).toContain(`refund ${body.id}.`);
      expect(text).toMatch(/(₹|INR )226\.27/);
      expect(text).toMatch(/(₹|INR )40\.73/);
      expect(text).toMatch(/(₹|INR )267\.00/);
      expect(text).toContain(member.email);
    }
    const other = await testApp.member();
    expect((await testApp.get(path, other)).status).toBe(404);
    const data = (await testApp.get('/api/auth/me/export', member)).body;
    expect(JSON.stringify(data)).toContain(voucher?.number);

    await testApp.call('DELETE', 'me', {
      token: member.token,
      body: { password: 'a quiet corridor at noon' },
    });
    const [left] = await vouchers(member, 1);
    expect(left?.buyer).toEqual({});
  });

  it('comes for a lost dispute, also where no tokens are left to take', async () => {
    const { member, paid } = await testApp.buyer();
    await sql`SELECT unlock_experience(${member.id}, 1, 500)`.execute(testApp.db);
    const { id } = await testApp.bank('disputes', { payment_id: paid.razorpay_payment_id });
    await testApp.bank(`disputes/${id}`, { status: 'lost' });
    const [voucher] = await vouchers(member, 1);
    expect((await history(member))[0]).toMatchObject({
      type: 'refund',
      title: 'Plus: dispute lost',
      amount: 0,
      price: 799,
      receipt: `/api/tokens/receipts/${voucher?.number}`,
    });
    const page = await testApp.get(`/api/tokens/receipts/${voucher?.number}`, member);
    expect(page.body).toContain('Returned by the bank after a dispute');
  });

  it('comes for a part that went back before the purchase was credited', async () => {
    await testApp.switches({ webhooks: 'off' });
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member));
    await refund(paid, 26_700);
    expect((await testApp.verify(member, paid)).status).toBe(200);
    await testApp.switches({ webhooks: 'on' });
    // No webhook tells of it: only the list of recent refunds does.
    await testApp.makeDue();
    const [voucher] = await vouchers(member, 1);
    expect(voucher?.tax_amount).toBe(4073);
  });

  it('is not written for a payment that was never credited', async () => {
    const { member, paid } = await testApp.buyer();
    const second = await testApp.pay(paid.razorpay_order_id);
    await testApp.verify(member, second);
    const returned = () =>
      testApp.db
        .selectFrom('refunds')
        .select('id')
        .where('payment_id', '=', second.razorpay_payment_id)
        .executeTakeFirst();
    await vi.waitUntil(returned, { timeout: 20_000, interval: 50 });
    expect(await vouchers(member, 0)).toEqual([]);
  });
});
