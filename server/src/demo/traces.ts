import { ConfigError } from '../config/config.ts';
import type { Db } from '../database/database.ts';
import { findMemberByEmail } from '../features/accounts/members/store.ts';
import { SAMPLE_MEMBER, SAMPLE_OWNER } from './member.ts';
import { hasSandboxOrder } from './store.ts';

/**
 * Keeps production off a database that has served as a demo: the passwords of its sample members are public, and tokens
 * bought in the sandbox were never paid for.
 *
 * @param db migrated
 * @throws {ConfigError} naming all that was found
 */
export async function refuseDemoTraces(db: Db): Promise<void> {
  const [member, owner, hasOrder] = await Promise.all([
    findMemberByEmail(db, SAMPLE_MEMBER.email),
    findMemberByEmail(db, SAMPLE_OWNER.email),
    hasSandboxOrder(db),
  ]);
  const traces = [
    ...(member === undefined
      ? []
      : [`the sample member ${SAMPLE_MEMBER.email}, whose password is published`]),
    ...(owner === undefined ? [] : [`the sample owner ${SAMPLE_OWNER.email}, whose password is published`]),
    ...(hasOrder ? ['orders of the payment sandbox (razorpay_sandbox.orders), paid with nothing'] : []),
  ];
  if (traces.length === 0) return;
  throw new ConfigError(
    `DATABASE_URL names a database that has served as a demo. It holds\n${traces.map((line) => `  ${line}`).join('\n')}\n` +
      'Use an empty database for production.',
  );
}
