import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import type { Accounts } from '../../accounts/service.ts';
import { changerOf } from '../changer.ts';
import { claimOwnership } from './ownership.ts';
import { changeStaffRole, readStaff, removeStaff, transferOwnership } from './staff.ts';

const CLAIMS = { name: 'owner-claims', max: 20, windowSeconds: 10 * 60 };

/** The installation's staff and its owner. */
export async function staffRoutes(app: FastifyInstance, { accounts }: { accounts: Accounts }): Promise<void> {
  const { db } = app.dependencies;
  noStore(app);

  route(app, contract.listStaff, async ({ caller }) => {
    return { members: await readStaff(db, caller.memberId) };
  });

  route(app, contract.changeStaffRole, async ({ params, body, caller, request }) => {
    await changeStaffRole(db, changerOf(app, request, caller), { ...params, ...body });
    return { message: 'The role is changed.' };
  });

  route(app, contract.removeStaff, async ({ params, caller, request }) => {
    await removeStaff(db, changerOf(app, request, caller), params);
    return { message: 'This member is no longer on the staff.' };
  });

  route(app, contract.transferOwnership, async ({ body, caller, request }) => {
    await transferOwnership(db, changerOf(app, request, caller), body);
    return { message: 'The installation has a new owner. You are an operator now.' };
  });

  route(app, contract.claimOwnership, { limit: CLAIMS }, async ({ body, caller, request }) => {
    await claimOwnership(db, accounts, changerOf(app, request, caller), body.token);
    return { message: 'You are the owner now.' };
  });
}
