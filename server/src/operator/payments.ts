import { Email } from '@oriel/contract';
import { formatAmount } from '../features/payments/money.ts';
import {
  keepPayment,
  type ReturnDecision,
  returnPaymentNow,
  settleMember,
} from '../features/payments/operator.ts';
import { type PaymentReport, reportPayments } from '../features/payments/report-store.ts';
import { dismissWebhook } from '../features/payments/webhooks/store.ts';
import { createReferrals } from '../features/referrals/service.ts';
import { createLog } from '../log.ts';
import { CommandError, type CommandParts, runCommand, time, withDatabase } from './command.ts';

const USAGE = `Usage: npm run payments -- COMMAND

  list            prints payments of another amount, disputes, debts, returns that failed, and webhooks that wait
  keep PAYMENT    keeps a payment of another amount than ordered, or a second one whose refunds fail: it is not refunded
  return PAYMENT  refunds such a payment now, also one that was kept
  settle MEMBER   settles the debt of a member (email or id) after refunds and lost disputes: rewards are granted again
  dismiss WEBHOOK drops a webhook that could not be applied

It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

const FORMER_MEMBER = 'a former member';

/** A section of the report; omitted where it is empty. */
const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];

function printReport({ mismatches, disputes, debts, returns, webhooks }: PaymentReport): string {
  const lines = [
    ...section(
      'Another amount than ordered (keep or return)',
      mismatches.map(
        ({ payment, email, amount, currency, ordered, orderedCurrency, returnedAt }) =>
          `${payment}  ${formatAmount(amount, currency)} for ${formatAmount(ordered, orderedCurrency)} by ${email ?? FORMER_MEMBER}, refunded at ${time(returnedAt)}`,
      ),
    ),
    ...section(
      'Disputes (answer them in the dashboard of the gateway)',
      disputes.map(
        ({ dispute, payment, email, amount, currency, status, tokensHeld, createdAt }) =>
          `${dispute}  ${formatAmount(amount, currency)} of ${payment} by ${email ?? FORMER_MEMBER}, ${status} since ${time(createdAt)}, ${tokensHeld} tokens held`,
      ),
    ),
    ...section(
      'Debts (settle)',
      debts.map(
        ({ member, email, tokens, since }) =>
          `${email ?? FORMER_MEMBER}  ${member}, ${tokens} tokens since ${time(since)}`,
      ),
    ),
    ...section(
      'Returns that have failed (keep, if they go back in another way)',
      returns.map(
        ({ payment, left, currency, failures, nextAt }) =>
          `${payment}  ${formatAmount(left, currency)}, failed ${failures} times, next at ${time(nextAt)}`,
      ),
    ),
    ...section(
      'Webhooks that could not be applied (dismiss)',
      webhooks.map(
        ({ id, event, outcome, state, receivedAt }) =>
          `${id}  ${event} of ${time(receivedAt)}: ${outcome}, ${state === 'dead' ? 'given up' : 'being retried'}`,
      ),
    ),
  ];
  return lines.length === 0 ? 'Nothing to decide.' : lines.join('\n');
}

function resultOf(decision: ReturnDecision, payment: string, done: string): string {
  if (decision === 'done') return done;
  throw new CommandError(
    {
      unknown: `There is no payment ${payment}.`,
      'not-owed': `${payment} is neither a payment of another amount than ordered nor a second one.`,
      'being-returned': `${payment} is on its way back.`,
      returned: `${payment} was refunded.`,
    }[decision],
  );
}

async function settle({ config, db }: CommandParts, who: string): Promise<string> {
  const referrals = createReferrals(config, createLog('silent'));
  const email = Email.safeParse(who);
  const result = await settleMember(
    { db, onDebtCleared: referrals.onDebtCleared },
    email.success ? email.data : who,
  );
  if (result === undefined) throw new CommandError(`There is no member ${who}.`);
  const { settled, tokens, isInDispute } = result;
  return [
    settled === 0 ? `${who} owes nothing.` : `${who} owes nothing any more: ${tokens} tokens are settled.`,
    ...(isInDispute ? ['A purchase is still in dispute: rewards wait for its end.'] : []),
  ].join('\n');
}

await runCommand(async ([name = '', what = '', ...rest]) => {
  const isList = name === 'list' && what === '';
  const isOther = ['keep', 'return', 'settle', 'dismiss'].includes(name) && what !== '';
  if ((!isList && !isOther) || rest.length > 0) throw new CommandError(USAGE);
  return withDatabase(async (parts) => {
    const { db } = parts;
    switch (name) {
      case 'keep':
        return resultOf(await keepPayment(db, what), what, `${what} is kept.`);
      case 'return':
        return resultOf(await returnPaymentNow(db, what), what, `${what} will be refunded now.`);
      case 'settle':
        return settle(parts, what);
      case 'dismiss':
        if (await dismissWebhook(db, what)) return `${what} is dismissed.`;
        throw new CommandError(`No webhook ${what} waits.`);
      default:
        return printReport(await reportPayments(db));
    }
  });
});
