import { isDeepStrictEqual } from 'node:util';
import type { LoadContext } from './load.ts';
import type { Answer, Write } from './recorder.ts';

/** Of the acknowledged writes of a round, so many are asked for again. */
const RETRIED = 12;
/** For so long the key of a request is taken whose process has died. */
export const KEY_TAKEN_FOR_MS = 32_000;

/** I8: what the second answer must have in common with the first. */
function isSameAnswer({ kind }: Write, first: Answer, second: Answer): boolean {
  if (kind === 'sign-up') return second.status === 409;
  // The link was used.
  if (kind === 'confirm') return second.status === 400 || second.status === 200;
  if (first.status !== second.status) return false;
  // What the member holds goes on changing.
  if (kind === 'unlock') return first.body.experience?.id === second.body.experience?.id;
  if (kind === 'verify' && first.body.status === 'pending') return true;
  if (kind === 'verify' && first.status === 409) return first.body.code === second.body.code;
  return isDeepStrictEqual(first.body, second.body);
}

/** Whether a write may be asked for again, and must then be answered. */
function isRepeatable({ kind, body }: Write, { left }: LoadContext): boolean {
  // To pay again is to pay twice, to dispute again is another dispute, and what is left to itself is left.
  return (
    !['payment', 'dispute', 'verdict'].includes(kind) &&
    !(kind === 'verify' && left.has(String(body.orderId)))
  );
}

/** Asks again for what was not answered, and for some of what was. */
export async function retryUnanswered(context: LoadContext, writes: readonly Write[]): Promise<void> {
  const repeatable = writes.filter((write) => isRepeatable(write, context));
  const acknowledged = repeatable.filter(
    // Without a key, an order that is paid by now is not answered again.
    ({ kind, headers, answer }) =>
      answer?.status === 200 && (kind !== 'order' || 'idempotency-key' in headers),
  );
  const again = [
    ...repeatable.filter((write) => write.answer === undefined && !isLostOrder(write)),
    ...context.random.shuffled(acknowledged).slice(0, RETRIED),
  ];
  await Promise.all(
    again.map(async (write) => {
      const first = write.answer;
      const second = await context.recorder.retry(write);
      if (first === undefined || second === undefined || isSameAnswer(write, first, second)) return;
      context.reportViolation(
        `I8: ${write.kind} ${write.path} was answered ${JSON.stringify(first)}, and again ${JSON.stringify(second)}`,
      );
    }),
  );
}

/** An order with its own idempotency key whose response was lost. */
export interface LostOrder {
  write: Write;
  lostAt: number;
}

export const isLostOrder = ({ kind, headers, answer }: Write) =>
  kind === 'order' && 'idempotency-key' in headers && answer === undefined;

/** Asks again for orders whose keys are free by now: each is answered, and answered the same once more. */
export async function retryLostOrders(
  { recorder, reportViolation }: LoadContext,
  lost: readonly LostOrder[],
): Promise<void> {
  for (const { write } of lost) {
    const first = await recorder.retry(write);
    const second = first && (await recorder.retry(write));
    if (first && second && !isDeepStrictEqual(first, second))
      reportViolation(`I8: a key was answered ${JSON.stringify(first)}, and again ${JSON.stringify(second)}`);
  }
}
