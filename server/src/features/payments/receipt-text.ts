import { formatAmount } from './money.ts';
import { dayAt } from './receipt-dates.ts';
import type { Receipt } from './receipts.ts';

/** The words of a receipt, for its page, its PDF and its mail. */
export interface ReceiptText {
  title: string;
  /** The name of the shop on the day of the purchase. */
  from: string;
  date: string;
  seller: string[];
  buyer: string[];
  rows: { label: string; amount: string }[];
  total: { label: string; amount: string };
  payment: string;
  /** Set once the purchase was given back. */
  stamp: string | undefined;
}

/** @param format how amounts are written; with the currency's sign by default */
export function describeReceipt(receipt: Receipt, format = formatAmount): ReceiptText {
  const { amount, currency, tax, seller, buyer } = receipt;
  const money = (value: number) => format(value, currency);
  const what = `${receipt.plan_name}: ${receipt.tokens.toLocaleString('en-IN')} tokens, valid for ${receipt.validity_days} days`;
  const rows =
    tax === null
      ? [{ label: what, amount: money(amount) }]
      : [
          { label: `${what} (before tax)`, amount: money(amount - tax.amount) },
          { label: `${tax.name} ${tax.rate}%`, amount: money(tax.amount) },
        ];
  return {
    title: `Receipt ${receipt.number}`,
    from: seller.name,
    date: dayAt(receipt.issued_at, seller.timeZone ?? 'UTC'),
    seller: [
      seller.entity,
      seller.address,
      seller.email,
      ...(seller.taxNumber === undefined || tax === null ? [] : [`${tax.name} number ${seller.taxNumber}`]),
    ],
    buyer: [buyer.name, buyer.email].filter((line): line is string => Boolean(line)),
    rows,
    total: { label: 'Paid', amount: money(amount) },
    payment: `Paid by card, payment ${receipt.payment_id}.`,
    stamp: receipt.status === 'refunded' ? 'This purchase was refunded.' : undefined,
  };
}
