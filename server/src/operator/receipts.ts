import type { Db } from '../database/database.ts';
import { listSeries } from '../features/payments/receipts/number-store.ts';
import { advanceSeries, parseReceiptNumber } from '../features/payments/receipts/numbers.ts';
import { CommandError, runCommand, withDatabase } from './command.ts';

const USAGE = `Usage: npm run receipts -- COMMAND

  show            prints the last number of each series
  advance NUMBER  skips all numbers up to this one, after the database was restored to an earlier time: NUMBER is the
                  last one that was mailed, of a receipt (R-2026-27-000123) or of a refund voucher (RV-2026-27-000012)

It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

async function show(db: Db): Promise<string> {
  const all = await listSeries(db);
  if (all.length === 0) return 'No receipt has a number yet.';
  return all.map(({ series, last }) => `${series}  ${last}`).join('\n');
}

async function advance(db: Db, number: string): Promise<string> {
  const parsed = parseReceiptNumber(number);
  if (parsed === undefined) throw new CommandError(`${number} is not the number of a receipt.`);
  const { series, serial } = parsed;
  const first = await advanceSeries(db, parsed);
  if (first === undefined) throw new CommandError(`Series ${series} is at ${serial} or further already.`);
  return `Series ${series}: the numbers ${first} to ${serial} are left out; the next one is ${serial + 1}.`;
}

function commandOf([name, number, ...rest]: string[]): ((db: Db) => Promise<string>) | undefined {
  if (name === 'show' && number === undefined) return show;
  if (name === 'advance' && number !== undefined && rest.length === 0) return (db) => advance(db, number);
  return undefined;
}

await runCommand(async (words) => {
  const command = commandOf(words);
  if (command === undefined) throw new CommandError(USAGE);
  return withDatabase(({ db }) => command(db));
});
