import { moneyLocale, type Site } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import { pdfFont } from '../../../pdf/font.ts';
import { majorUnits } from '../money.ts';
import { describe, type ReceiptDocument, type ReceiptText } from './text.ts';

const MARGIN = 56;
const INK = '#2b2118';
const PALE = '#6b5c4c';

/** The font has no sign for rupees. */
function plainAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(moneyLocale(currency), { minimumFractionDigits: 2 });
  return `${currency} ${format.format(majorUnits(amount))}`;
}

async function draw(receipt: ReceiptDocument, text: ReceiptText, gold: string): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${text.title}, ${text.from}`,
      Author: receipt.seller.entity,
      CreationDate: receipt.issued_at,
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });
  const width = document.page.width - 2 * MARGIN;
  const font = pdfFont(document);
  const write = (line: string) => font.write(line, { width });
  const row = (label: string, amount: string) => {
    const { y } = document;
    font.write(label, { width: width * 0.7 });
    const below = document.y;
    document.x = MARGIN + width * 0.7;
    document.y = y;
    font.write(amount, { width: width * 0.3, align: 'right' });
    document.x = MARGIN;
    document.y = Math.max(below, document.y) + 6;
  };
  const rule = () => {
    document
      .moveTo(MARGIN, document.y)
      .lineTo(MARGIN + width, document.y)
      .lineWidth(0.5)
      .stroke('#d9cbb8');
    document.y += 8;
  };

  document.rect(0, 0, document.page.width, 8).fill(gold);
  document.fillColor(PALE).fontSize(12);
  write(text.from);
  document.moveDown(0.5).fillColor(INK).fontSize(28);
  write(text.title);
  document.fontSize(12).fillColor(PALE);
  write(text.date);
  for (const [heading, lines] of [
    ['Seller', text.seller],
    ['Buyer', text.buyer],
  ] as const) {
    document.moveDown(1.2).fillColor(PALE);
    write(heading);
    document.fillColor(INK);
    for (const line of lines) write(line);
  }
  document.moveDown(2);
  rule();
  for (const { label, amount } of text.rows) row(label, amount);
  rule();
  document.fontSize(15);
  row(text.total.label, text.total.amount);
  document.moveDown(1).fontSize(11).fillColor(PALE);
  for (const note of text.notes) write(note);
  if (font.isIncomplete()) {
    write('Some letters cannot be printed here. The page on our site shows them all.');
  }
  if (text.stamp !== undefined) {
    document.moveDown(1).fontSize(13).fillColor(INK);
    write(text.stamp);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
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
