import { Email } from '@oriel/contract';
import {
  blockMember,
  endAllSessions,
  type MemberReport,
  reportMember,
  unblockMember,
} from '../features/accounts/members/operator.ts';
import { CommandError, runCommand, time, withDatabase } from './command.ts';

const USAGE = `Usage: npm run member -- COMMAND EMAIL

  show          prints the account, where it is signed in, and its latest security events
  end-sessions  signs the member out everywhere
  block         signs the member out everywhere and refuses every sign-in
  unblock       lets a blocked member sign in again

It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

const sessionCount = (count: number) => (count === 1 ? '1 session' : `${count} sessions`);

function printReport({ member, identities, passkeys, sessions, events }: MemberReport): string {
  return [
    `${member.email}  ${member.first_name} ${member.last_name}`.trim(),
    `  id              ${member.id}`,
    `  joined          ${time(member.created_at)}`,
    `  email verified  ${time(member.email_verified_at)}`,
    `  owner asked     ${time(member.ownership_asked_at)}`,
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

/** The commands. @returns the text to print; undefined where no member has the email */
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

await runCommand(async ([name = '', argument = '', ...rest]) => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const email = Email.safeParse(argument);
  if (command === undefined || !email.success || rest.length > 0) throw new CommandError(USAGE);
  return withDatabase(async (parts) => {
    const result = await command(parts, email.data);
    if (result === undefined) throw new CommandError(`There is no member with the address ${email.data}.`);
    return result;
  });
});
