import { formatAmount } from '../money.ts';
import type { ReceiptTax, Seller } from '../tables.ts';
import { dayAt } from './dates.ts';
import type { Receipt } from './store.ts';
import type { RefundVoucher } from './voucher-store.ts';

/** What a buyer gets for the books. */
export type ReceiptDocument = Receipt | RefundVoucher;

/** The words of a receipt or voucher, for its page, its PDF and its mail. */
export interface ReceiptText {
  title: string;
  /** The name of the shop on that day. */
  from: string;
  date: string;
  seller: string[];
  buyer: string[];
  /** What the rows are about. */
  caption: string;
  rows: { label: string; amount: string }[];
  total: { label: string; amount: string };
  /** How it was paid or refunded, and what else has to be said. */
  notes: string[];
  /** Set once something of the purchase was refunded. */
  stamp: string | undefined;
}

/** By the gateway's names. */
const METHODS: ReadonlyMap<string | null, string> = new Map([
  ['card', 'by card'],
  ['upi', 'by UPI'],
  ['netbanking', 'by net banking'],
  ['wallet', 'from a wallet'],
  ['emi', 'in instalments'],
  ['cardless_emi', 'in instalments'],
  ['paylater', 'by a pay-later service'],
  ['bank_transfer', 'by bank transfer'],
]);

type Format = typeof formatAmount;

function dateOf({ issued_at, seller }: { issued_at: Date; seller: Seller }): string {
  return dayAt(issued_at, seller.timeZone ?? 'UTC');
}

function parties({ seller, buyer, tax }: ReceiptDocument): Pick<ReceiptText, 'seller' | 'buyer'> {
  return {
    seller: [
      seller.entity,
      seller.address,
      seller.email,
      ...(seller.taxNumber === undefined || tax === null ? [] : [`${tax.name} number ${seller.taxNumber}`]),
    ],
    buyer: [buyer.name, buyer.email].filter((line): line is string => Boolean(line)),
  };
}

/** An amount, split into what it was before tax and the tax where there is one. */
function split(what: string, amount: number, tax: ReceiptTax | null, money: (value: number) => string) {
  if (tax === null) return [{ label: what, amount: money(amount) }];
  return [
    { label: `${what} (before tax)`, amount: money(amount - tax.amount) },
    { label: `${tax.name} ${tax.rate}%`, amount: money(tax.amount) },
  ];
}

function stampOf({ refunded, amount, vouchers }: Receipt, money: (value: number) => string) {
  if (refunded === 0) return undefined;
  const what =
    refunded >= amount ? 'This purchase was refunded' : `${money(refunded)} of this purchase was refunded`;
  return vouchers.length === 0 ? `${what}.` : `${what}: see ${vouchers.join(', ')}.`;
}

function describeReceipt(receipt: Receipt, format: Format): ReceiptText {
  const { amount, currency, tax } = receipt;
  const money = (value: number) => format(value, currency);
  const what = `${receipt.plan_name}: ${receipt.tokens.toLocaleString('en-IN')} tokens, valid for ${receipt.validity_days} days`;
  return {
    title: `Receipt ${receipt.number}`,
    from: receipt.seller.name,
    date: dateOf(receipt),
    ...parties(receipt),
    caption: 'What was bought',
    rows: split(what, amount, tax, money),
    total: { label: 'Paid', amount: money(amount) },
    notes: [
      `Paid ${METHODS.get(receipt.method) ?? 'online'}, payment ${receipt.payment_id}.`,
      'This is a receipt, not a tax invoice.',
    ],
    stamp: stampOf(receipt, money),
  };
}

function describeVoucher(voucher: RefundVoucher, format: Format): ReceiptText {
  const { amount, currency, tax, receipt, payment_id, refund_id } = voucher;
  const money = (value: number) => format(value, currency);
  const how = voucher.refund_kind === 'refund' ? 'Refunded' : 'Returned by the bank after a dispute';
  return {
    title: `Refund voucher ${voucher.number}`,
    from: voucher.seller.name,
    date: dateOf(voucher),
    ...parties(voucher),
    caption: 'What was refunded',
    rows: split(`${voucher.plan_name}, ${voucher.tokens.toLocaleString('en-IN')} tokens`, amount, tax, money),
    total: { label: 'Refunded', amount: money(amount) },
    notes: [
      `For receipt ${receipt.number} of ${dateOf(receipt)}.`,
      `${how}: payment ${payment_id}, ${voucher.refund_kind} ${refund_id}.`,
      'This is a refund voucher, not a credit note for a tax invoice.',
    ],
    stamp: undefined,
  };
}

/** @param format how amounts are written; with the currency's sign by default */
export function describe(document: ReceiptDocument, format: Format = formatAmount): ReceiptText {
  return document.kind === 'receipt' ? describeReceipt(document, format) : describeVoucher(document, format);
}
