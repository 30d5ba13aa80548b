import { isDeepStrictEqual } from 'node:util';
import type { LoadContext } from './load.ts';
import type { ApiResponse, Write } from './recorder.ts';

/** How many acknowledged writes of a round are repeated. */
const RETRIES_PER_ROUND = 12;
/** How long the idempotency key of a request stays claimed after its process died. */
export const KEY_CLAIMED_FOR_MS = 32_000;

/** I8: whether the second response agrees with the first. */
function isSameResponse({ kind }: Write, first: ApiResponse, second: ApiResponse): boolean {
  if (kind === 'sign-up') return second.status === 409;
  // 400: the link was used.
  if (kind === 'confirm') return second.status === 400 || second.status === 200;
  if (first.status !== second.status) return false;
  // The wallet in the response keeps changing.
  if (kind === 'unlock') return first.body.experience?.id === second.body.experience?.id;
  if (kind === 'verify' && first.body.status === 'pending') return true;
  if (kind === 'verify' && first.status === 409) return first.body.code === second.body.code;
  return isDeepStrictEqual(first.body, second.body);
}

/** Whether a write can be repeated. */
function isRepeatable({ kind, body }: Write, { unverified }: LoadContext): boolean {
  // Repeated payments and disputes are new ones, and unverified orders must stay unverified.
  return (
    !['payment', 'dispute', 'verdict'].includes(kind) &&
    !(kind === 'verify' && unverified.has(String(body.orderId)))
  );
}

/** Repeats all writes without a response, and some of the acknowledged ones. */
export async function retryUnanswered(context: LoadContext, writes: readonly Write[]): Promise<void> {
  const repeatable = writes.filter((write) => isRepeatable(write, context));
  const acknowledged = repeatable.filter(
    // Without a key, an order that has been paid since gets another response.
    ({ kind, headers, response }) =>
      response?.status === 200 && (kind !== 'order' || 'idempotency-key' in headers),
  );
  const again = [
    ...repeatable.filter((write) => write.response === undefined && !isLostOrder(write)),
    ...context.random.shuffled(acknowledged).slice(0, RETRIES_PER_ROUND),
  ];
  await Promise.all(
    again.map(async (write) => {
      const first = write.response;
      const second = await context.recorder.retry(write);
      if (first === undefined || second === undefined || isSameResponse(write, first, second)) return;
      context.reportViolation(
        `I8: ${write.kind} ${write.path} got ${JSON.stringify(first)}, then ${JSON.stringify(second)}`,
      );
    }),
  );
}

/** An order with its own idempotency key whose response was lost. */
export interface LostOrder {
  write: Write;
  lostAt: number;
}

export const isLostOrder = ({ kind, headers, response }: Write) =>
  kind === 'order' && 'idempotency-key' in headers && response === undefined;

/** Repeats orders whose keys are free: each gets a response, and the same response once more. */
export async function retryLostOrders(
  { recorder, reportViolation }: LoadContext,
  lost: readonly LostOrder[],
): Promise<void> {
  for (const { write } of lost) {
    const first = await recorder.retry(write);
    const second = first && (await recorder.retry(write));
    if (first && second && !isDeepStrictEqual(first, second))
      reportViolation(`I8: a key got ${JSON.stringify(first)}, then ${JSON.stringify(second)}`);
  }
}
