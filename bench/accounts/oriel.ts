/** The real application with 1,000 experiences and 500 members who all have the same password. */

import { insertMember } from '../../server/src/features/accounts/members/store.ts';
import { createPasswords } from '../../server/src/features/accounts/passwords/passwords.ts';
import { openBench } from '../api/site.ts';
import { serve } from '../serve.ts';
import { MEMBERS, memberEmail, PASSWORD } from './members.ts';

const bench = await openBench();
// The load names the IP that each request comes from.
const { app, db } = await bench.site(1000, { trustedProxies: ['127.0.0.0/8'], logLevel: 'silent' });
const passwordHash = await createPasswords(app.dependencies.config).hash(PASSWORD);
await db.transaction().execute(async (tx) => {
  for (let index = 0; index < MEMBERS; index += 1) {
    await insertMember(tx, { email: memberEmail(index), firstName: 'A', lastName: 'B', passwordHash });
  }
});

serve(bench, app);
