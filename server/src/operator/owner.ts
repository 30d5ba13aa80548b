import { Email, OWNER_LINK_HOURS } from '@oriel/contract';
import { createTokens } from '../features/accounts/sessions/jwt.ts';
import { createOwnerLink } from '../features/workspaces/staff/ownership.ts';
import { findOwner } from '../features/workspaces/staff/store.ts';
import { CommandError, runCommand, withDatabase } from './command.ts';

const USAGE = `Usage: npm run owner -- EMAIL

Prints a link that makes the member with this address the owner of the installation. It works once, within ${OWNER_LINK_HOURS} hours, for
who is signed in with this address and has confirmed it. An earlier owner becomes an operator by it.
It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

await runCommand(async ([argument = '', ...rest]) => {
  const email = Email.safeParse(argument);
  if (!email.success || rest.length > 0) throw new CommandError(USAGE);
  return withDatabase(async ({ config, db }) => {
    const owner = await findOwner(db);
    const link = await createOwnerLink(db, {
      context: { tokens: createTokens(config) },
      publicUrl: config.publicUrl,
      email: email.data,
    });
    const notice =
      owner === undefined ? [] : [`${owner.email} is the owner now, and becomes an operator by it.`];
    return [link, `For ${email.data}, once, within ${OWNER_LINK_HOURS} hours.`, ...notice].join('\n');
  });
});
