import { moneyLocale, type Site } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import { createPdf } from '../../../pdf/document.ts';
import { createPdfWriter, PALE, type Style, type Tag } from '../../../pdf/writer.ts';
import { majorUnits } from '../money.ts';
import { describe, type ReceiptDocument, type ReceiptText } from './text.ts';

const MARGIN = 56;

/** The font has no sign for rupees. */
function plainAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(moneyLocale(currency), { minimumFractionDigits: 2 });
  return `${currency} ${format.format(majorUnits(amount))}`;
}

async function draw(receipt: ReceiptDocument, text: ReceiptText, gold: string): Promise<Buffer> {
  const { document, finish } = createPdf(
    { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    { Title: `${text.title}, ${text.from}`, Author: receipt.seller.entity, CreationDate: receipt.issued_at },
  );
  const writer = createPdfWriter(document);
  const write = (line: string, style: Style = {}, tag: Tag = 'P') =>
    writer.write(tag, line, { gap: 0, after: 0, ...style });
  const row = ({ label, amount }: { label: string; amount: string }, size = 12) =>
    writer.pair(label, amount, writer.width * 0.7, { size, gap: 0 }, { size, gap: 0, align: 'right' });
  const rule = () => {
    writer.rule();
    document.y += 8;
  };

  writer.paint(() => document.rect(0, 0, document.page.width, 8).fill(gold));
  write(text.from, { colour: PALE });
  document.moveDown(0.5);
  write(text.title, { size: 28 }, 'H1');
  write(text.date, { colour: PALE });
  for (const [heading, lines] of [
    ['Seller', text.seller],
    ['Buyer', text.buyer],
  ] as const) {
    document.moveDown(1.2);
    write(heading, { colour: PALE }, 'H2');
    for (const line of lines) write(line);
  }
  document.moveDown(2);
  rule();
  for (const each of text.rows) row(each);
  rule();
  row(text.total, 15);
  document.moveDown(1);
  const notes = writer.isIncomplete()
    ? [...text.notes, 'Some letters cannot be printed here. The page on our site shows them all.']
    : text.notes;
  for (const note of notes) write(note, { size: 11, colour: PALE });
  if (text.stamp !== undefined) {
    document.moveDown(1);
    write(text.stamp, { size: 13 });
  }
  writer.end();
  return finish();
}

/** Those made last, by their words: to shape another script takes a tenth of a second. */
const made = new LRUCache<string, Promise<Buffer>>({ max: 100 });

/** A receipt or voucher as a PDF of one page, A4, in the colours of the brand. */
export function receiptPdf(
  receipt: ReceiptDocument,
  { gold }: Pick<Site['colours'], 'gold'>,
): Promise<Buffer> {
  const text = describe(receipt, plainAmount);
  const key = JSON.stringify([gold, text]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const pdf = draw(receipt, text, gold);
  made.set(key, pdf);
  pdf.catch(() => made.delete(key));
  return pdf;
}
