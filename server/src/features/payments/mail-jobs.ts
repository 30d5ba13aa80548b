import type { Db } from '../../database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { Brand } from '../../mail/layout.ts';
import { receipt as receiptMail } from '../../mail/texts.ts';
import { describeReceipt } from './receipt-text.ts';
import { findReceipt } from './receipts.ts';

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
    ...receiptMail(brand, { plan: receipt.plan_name, tokens: receipt.tokens, ...describeReceipt(receipt) }),
  };
}
