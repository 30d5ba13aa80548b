import { Email } from '@oriel/contract';
import { ConfigError, loadConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import { configuredDatabase } from '../embedded/configured-database.ts';
import {
  blockMember,
  endAllSessions,
  type MemberReport,
  reportMember,
  unblockMember,
} from '../features/accounts/operator.ts';
import { PgBossJobs } from '../jobs-pgboss.ts';
import { createLog } from '../log.ts';

const USAGE = `Usage: npm run member -- COMMAND EMAIL

  show          prints the account, where it is signed in, and its latest security events
  end-sessions  signs the member out everywhere
  block         signs the member out everywhere and refuses every sign-in
  unblock       lets a blocked member sign in again

It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

/** A mistake of the operator's, in words for them. */
class CommandError extends Error {}

const time = (date: Date | null) =>
  date === null ? 'no' : date.toISOString().replace('T', ' ').slice(0, 19);
const sessionCount = (count: number) => (count === 1 ? '1 session' : `${count} sessions`);

function printReport({ member, identities, passkeys, sessions, events }: MemberReport): string {
  return [
    `${member.email}  ${member.first_name} ${member.last_name}`.trim(),
    `  id              ${member.id}`,
    `  joined          ${time(member.created_at)}`,
    `  email verified  ${time(member.email_verified_at)}`,
    `  blocked         ${time(member.blocked_at)}`,
    `  password        ${member.password_hash === null ? 'no' : 'yes'}`,
    `  passkeys        ${passkeys}`,
    `  linked with     ${identities.map(({ issuer }) => issuer).join(', ') || 'nothing'}`,
    `  signed in       ${sessions.length === 0 ? 'nowhere' : ''}`.trimEnd(),
    ...sessions.map(
      ({ device, createdAt, lastUsedAt }) =>
        `    ${device}, since ${time(createdAt)}, last used ${time(lastUsedAt)}`,
    ),
    `  events          ${events.length === 0 ? 'none' : '(UTC, newest first)'}`,
    ...events.map(
      (event) =>
        `    ${time(event.createdAt)}  ${[event.kind, event.detail, event.device, event.network].filter(Boolean).join(', ')}`,
    ),
  ].join('\n');
}

type Parts = Parameters<typeof blockMember>[0];

/** What each command does. @returns what to print; undefined where nobody has the address */
const COMMANDS: Record<string, (parts: Parts, email: string) => Promise<string | undefined>> = {
  async show({ db }, email) {
    const report = await reportMember(db, email);
    return report && printReport(report);
  },
  async 'end-sessions'(parts, email) {
    const ended = await endAllSessions(parts, email);
    return ended === undefined ? undefined : `${email}: ${sessionCount(ended)} ended.`;
  },
  async block(parts, email) {
    const ended = await blockMember(parts, email);
    if (ended === undefined) return undefined;
    return ended === 'already'
      ? `${email} was blocked already.`
      : `${email} is blocked; ${sessionCount(ended)} ended.`;
  },
  async unblock(parts, email) {
    const wasBlocked = await unblockMember(parts, email);
    if (wasBlocked === undefined) return undefined;
    return wasBlocked ? `${email} may sign in again.` : `${email} was not blocked.`;
  },
};

async function main([name = '', given = '', ...rest]: string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const email = Email.safeParse(given);
  if (command === undefined || !email.success || rest.length > 0) throw new CommandError(USAGE);
  const config = loadConfig(process.env);
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const { connectionString, release } = await configuredDatabase(config);
    cleanups.push(release);
    const db = openDatabase({ connectionString, poolSize: 2 });
    cleanups.push(() => db.destroy());
    // The server's worker sends what is added here.
    const jobs = await PgBossJobs.open(db, createLog('silent'));
    cleanups.push(() => jobs.close());
    const answer = await command({ db, jobs }, email.data);
    if (answer === undefined) throw new CommandError(`There is no member with the address ${email.data}.`);
    return answer;
  } finally {
    for (const clean of cleanups.reverse()) await clean();
  }
}

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  if (error instanceof CommandError || error instanceof ConfigError) console.error(error.message);
  else console.error('The command failed.', error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
