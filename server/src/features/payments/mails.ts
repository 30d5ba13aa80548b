import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import {
  type Block,
  type Brand,
  layOut,
  linkBlock,
  quoteBlock,
  textBlock,
  type WrittenMail,
} from '../../mail/layout.ts';
import { findMember } from '../accounts/service.ts';
import { formatAmount } from './money.ts';
import { findReceipt } from './receipts/store.ts';
import { describe } from './receipts/text.ts';
import { findRefundVoucher } from './receipts/voucher-store.ts';
import { findPaidPlan } from './store.ts';

/** The words of a receipt or a refund voucher. */
interface ReceiptWords {
  title: string;
  date: string;
  plan: string;
  seller: string[];
  buyer: string[];
  rows: { label: string; amount: string }[];
  total: { label: string; amount: string };
  notes: string[];
}

/** What a receipt says, and where to find it. */
function receiptBlocks(brand: Brand, what: string, input: ReceiptWords): Block[] {
  const { title, date, seller, buyer, rows, total, notes } = input;
  const lines = [...rows, total].map(({ label, amount }) => `${label}: ${amount}`);
  return [
    quoteBlock([`${title}, ${date}`, ...lines, ...notes].join('\n')),
    quoteBlock(['Seller:', ...seller, '', 'Buyer:', ...buyer].join('\n')),
    textBlock(`You find the ${what}, to print or to keep, in your history:`),
    linkBlock('Open my history', `${brand.publicUrl}/?settings=history`),
  ];
}

/** A purchase in the words of its receipt. */
function receiptMail(brand: Brand, input: ReceiptWords & { tokens: number }): WrittenMail {
  return layOut(brand, {
    subject: `${input.title} from ${brand.site.name}`,
    heading: 'Thank you for your purchase',
    blocks: [
      textBlock(`${input.tokens.toLocaleString('en-IN')} tokens of ${input.plan} are in your wallet.`),
      ...receiptBlocks(brand, 'receipt', input),
    ],
  });
}

/** What of a purchase was refunded, in the words of its voucher. */
function refundVoucher(
  brand: Brand,
  input: ReceiptWords & { refundKind: 'refund' | 'dispute' },
): WrittenMail {
  const amount = `${input.total.amount} for ${input.plan}`;
  return layOut(brand, {
    subject: `${input.title} from ${brand.site.name}`,
    heading: 'Your purchase was refunded',
    blocks: [
      textBlock(
        input.refundKind === 'refund'
          ? `We have refunded ${amount}. Your bank may take a few days to show it.`
          : `Your bank has returned ${amount} to you after a dispute.`,
      ),
      ...receiptBlocks(brand, 'refund voucher', input),
    ],
  });
}

/** What becomes of a payment that was not credited. */
function paymentNotice(
  brand: Brand,
  input: { notice: 'surplus' | 'mismatch' | 'returned'; plan: string; amount: string; payment: string },
): WrittenMail {
  const { notice, plan, amount, payment } = input;
  const { name } = brand.site;
  const words = {
    surplus: {
      heading: 'Your second payment will be refunded',
      body: `We received a second payment of ${amount} for ${plan}. You have already paid for it, so this payment will be refunded in full.`,
    },
    mismatch: {
      heading: 'Your payment does not match your order',
      body: `We received ${amount} for ${plan}, which is not what you ordered. No tokens were added. We are looking at it; unless we write to you, the payment will be refunded in full.`,
    },
    returned: {
      heading: 'Your payment was refunded',
      body: `We have refunded ${amount} of your payment for ${plan}. Your bank may take a few days to show it.`,
    },
  }[notice];
  return layOut(brand, {
    subject: `${words.heading} (${name})`,
    heading: words.heading,
    blocks: [
      textBlock(words.body),
      textBlock(`Payment: ${payment}`),
      textBlock('You find all your payments in your history:'),
      linkBlock('Open my history', `${brand.publicUrl}/?settings=history`),
    ],
  });
}

/** The mail with a receipt, to its buyer; undefined when they have left. */
export async function writeReceiptMail(
  db: Db,
  brand: Brand,
  { number }: { number: string },
): Promise<Mail | undefined> {
  const receipt = await findReceipt(db, number);
  const to = receipt?.buyer.email;
  if (receipt === undefined || to === undefined) return undefined;
  return {
    to,
    ...receiptMail(brand, { plan: receipt.plan_name, tokens: receipt.tokens, ...describe(receipt) }),
  };
}

/** The mail with a refund voucher, to its buyer; undefined when they have left. */
export async function writeVoucherMail(
  db: Db,
  brand: Brand,
  { number }: { number: string },
): Promise<Mail | undefined> {
  const voucher = await findRefundVoucher(db, number);
  const to = voucher?.buyer.email;
  if (voucher === undefined || to === undefined) return undefined;
  return {
    to,
    ...refundVoucher(brand, {
      plan: voucher.plan_name,
      refundKind: voucher.refund_kind,
      ...describe(voucher),
    }),
  };
}

/** The mail about a payment that was not credited; undefined when its payer has left. */
export async function writePaymentNotice(
  db: Db,
  brand: Brand,
  { paymentId, notice }: { paymentId: string; notice: 'surplus' | 'mismatch' | 'returned' },
): Promise<Mail | undefined> {
  const payment = await findPaidPlan(db, paymentId);
  const to = payment && (await findMember(db, payment.member_id))?.email;
  if (!payment || !to) return undefined;
  const amount = notice === 'returned' ? payment.refunded : payment.amount;
  return {
    to,
    ...paymentNotice(brand, {
      notice,
      plan: payment.plan_name,
      amount: formatAmount(amount, payment.currency),
      payment: paymentId,
    }),
  };
}
