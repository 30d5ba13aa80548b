import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import { type Accounts, deviceOf } from '../../accounts/service.ts';
import { changerOf } from '../changer.ts';
import {
  answerInvitation,
  consumeMail,
  createInvitation,
  type RequireSeat,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts';
import { findOpenInvitations, type OpenInvitation } from './store.ts';

/** Attempts at the secret of a link. */
const LINKS = { name: 'invitation-links', max: 60, windowSeconds: 10 * 60 };
const ANSWERS = { name: 'invitation-answers', max: 60, windowSeconds: 10 * 60 };

const SENT = { message: 'The invitation is on its way.' };
const REVOKED = { message: 'The invitation is revoked.' };

const present = <Role>({ id, email, inviter, created_at, expires_at, isExpired, role }: OpenInvitation) => ({
  id,
  email,
  invitedBy: inviter,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
  isExpired,
  role: role as Role,
});

/** Invitations to workspaces and to the staff. */
export async function invitationRoutes(
  app: FastifyInstance,
  { accounts, siteName, requireSeat }: { accounts: Accounts; siteName: string; requireSeat: RequireSeat },
): Promise<void> {
  const { db, jobs } = accounts;
  const parts = { db, jobs, requireSeat };
  noStore(app);

  route(app, contract.listInvitations, async ({ access }) => {
    const rows = await findOpenInvitations(db, access.workspaceId);
    return { invitations: rows.map((row) => present<contract.WorkspaceRole>(row)) };
  });

  route(app, contract.createInvitation, async ({ access, body, caller, request }) => {
    await consumeMail(db, caller.memberId);
    const { workspaceId } = access;
    const id = await createInvitation(parts, changerOf(app, request, caller), { workspaceId, ...body });
    return { ...SENT, id };
  });

  route(app, contract.resendInvitation, async ({ access, params, caller, request }) => {
    await consumeMail(db, caller.memberId);
    const { workspaceId } = access;
    await resendInvitation(accounts, changerOf(app, request, caller), { workspaceId, ...params });
    return SENT;
  });

  route(app, contract.revokeInvitation, async ({ access, params, caller, request }) => {
    const { workspaceId } = access;
    await revokeInvitation(accounts, changerOf(app, request, caller), { workspaceId, ...params });
    return REVOKED;
  });

  const toStaff = { workspaceId: undefined };

  route(app, contract.listStaffInvitations, async () => {
    const rows = await findOpenInvitations(db, undefined);
    return { invitations: rows.map((row) => present<contract.StaffRole>(row)) };
  });

  route(app, contract.createStaffInvitation, async ({ body, caller, request }) => {
    await consumeMail(db, caller.memberId);
    const id = await createInvitation(parts, changerOf(app, request, caller), { ...toStaff, ...body });
    return { ...SENT, id };
  });

  route(app, contract.resendStaffInvitation, async ({ params, caller, request }) => {
    await consumeMail(db, caller.memberId);
    await resendInvitation(accounts, changerOf(app, request, caller), { ...toStaff, ...params });
    return SENT;
  });

  route(app, contract.revokeStaffInvitation, async ({ params, caller, request }) => {
    await revokeInvitation(accounts, changerOf(app, request, caller), { ...toStaff, ...params });
    return REVOKED;
  });

  route(app, contract.readInvitation, { limit: LINKS, bearer: 'optional' }, ({ body }) =>
    readInvitation(accounts, body.token, siteName),
  );

  route(app, contract.answerInvitation, { limit: ANSWERS }, async ({ body, caller, request }) => {
    const device = deviceOf(accounts, request);
    const changer = changerOf(app, request, caller);
    const workspace = await answerInvitation({ accounts, requireSeat }, changer, body, device);
    const message = body.answer === 'accept' ? 'Welcome to the team.' : 'You have declined the invitation.';
    return { message, isToStaff: workspace === undefined, workspace: workspace ?? null };
  });
}
